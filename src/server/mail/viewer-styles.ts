/** The mailbox page's styles; separate, because the page must work even if the application doesn't. */
export const viewerStyles = `
:root {
  color-scheme: light dark;
  --background: light-dark(oklch(0.985 0.006 85), oklch(0.2 0.008 70));
  --surface: light-dark(white, oklch(0.235 0.009 70));
  --muted: light-dark(oklch(0.955 0.012 85), oklch(0.27 0.01 70));
  --foreground: light-dark(oklch(0.24 0.015 60), oklch(0.94 0.01 85));
  --muted-foreground: light-dark(oklch(0.5 0.015 60), oklch(0.72 0.012 80));
  --border: light-dark(oklch(0.9 0.01 80), oklch(0.32 0.01 70));
  --accent: light-dark(oklch(0.46 0.11 158), oklch(0.76 0.12 158));
  --serif: Literata, Vazirmatn, Georgia, serif;
  --sans: "Instrument Sans", Vazirmatn, system-ui, sans-serif;
}
* { box-sizing: border-box }
body {
  margin: 0; min-height: 100dvh; background: var(--background); color: var(--foreground); font: 0.9375rem/1.5 var(--sans);
  display: grid; grid-template: auto 1fr / 20rem minmax(0, 1fr); grid-template-areas: "bar main" "list main";
}
h1, h2, h3, p, ol, pre { margin: 0; padding: 0 }
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.2; letter-spacing: -0.01em; text-wrap: balance }
a { color: inherit; text-decoration: none }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
bdi { overflow-wrap: anywhere }

.bar, nav { background: var(--muted); border-inline-end: 1px solid var(--border) }
.bar { grid-area: bar; display: flex; gap: 1rem; align-items: start; justify-content: space-between; padding: 1.5rem 1rem 1rem 1.5rem }
body:not(:has(nav)) .bar { grid-row: 1 / -1 }
.bar h1 { font-size: 1.375rem }
.bar p { margin-top: 0.25rem; color: var(--muted-foreground); font-size: 0.8125rem; text-wrap: pretty }
.button {
  display: inline-flex; align-items: center; min-height: 2.25rem; padding: 0 0.75rem; border: 1px solid var(--border);
  border-radius: 8px; background: var(--surface); font-weight: 600; font-size: 0.875rem;
}

nav { grid-area: list; padding: 0 0.75rem 1.5rem }
nav ol { list-style: none }
nav a {
  display: grid; padding: 0.625rem 0.75rem; border-radius: 8px;
}
nav a:is(:hover, [aria-current]) { background: var(--surface) }
.to { font-weight: 600 }
.to, .subject { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.when { color: var(--muted-foreground); font-size: 0.8125rem }

main { grid-area: main; padding: 2rem clamp(1.25rem, 3vw, 3rem) 2.5rem; min-width: 0 }
article { display: flex; flex-direction: column; min-height: 100%; max-width: 84rem }
main h2 { font-size: 1.5rem }
.about { margin-top: 0.375rem; color: var(--muted-foreground) }
.code { margin-top: 1.5rem }
.code strong { font: 600 2rem/1.2 var(--serif); letter-spacing: 0.2em; user-select: all }
.parts { flex: 1; display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.5rem; margin-top: 1.75rem }
.parts section { display: flex; flex-direction: column; min-height: 32rem }
h3 { margin-bottom: 0.5rem; color: var(--muted-foreground); font-size: 0.8125rem; font-weight: 500 }
iframe, pre { flex: 1; width: 100%; border: 1px solid var(--border); border-radius: 10px; background: var(--surface) }
pre { padding: 1.25rem; font: 0.875rem/1.6 ui-monospace, "SF Mono", Menlo, Consolas, monospace; white-space: pre-wrap; overflow-wrap: anywhere }

.empty { display: grid; justify-items: center; align-content: center; gap: 0.5rem; min-height: 70dvh; text-align: center }
.empty p { max-width: 34ch; color: var(--muted-foreground); text-wrap: balance }

@media (max-width: 72rem) {
  .parts { grid-template-columns: minmax(0, 1fr) }
  .parts section + section { min-height: 0 }
}
@media (max-width: 48rem) {
  body { grid-template: auto auto 1fr / minmax(0, 1fr); grid-template-areas: "bar" "main" "list" }
  .bar, nav { border: 0 }
  body:not(:has(nav)) .bar { grid-row: auto }
  .bar { padding: 1rem 1.25rem; border-block-end: 1px solid var(--border) }
  .button { min-height: 2.75rem }
  main { padding: 1.5rem 1.25rem }
  nav { padding: 0.75rem 0.5rem 2rem; border-block-start: 1px solid var(--border) }
  nav a { min-height: 2.75rem }
}
`;
