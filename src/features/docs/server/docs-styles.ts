/** The page's own rules: colors, fonts and sizes are the product's tokens. */
export const docsStyles = `
.docs { margin: 0; background: var(--background); color: var(--foreground); font-family: var(--sans); line-height: 1.5; }
.docs [hidden] { display: none; }
.docs a { color: var(--accent); text-decoration: underline; }
.docs > header { display: flex; flex-wrap: wrap; gap: 0.5rem 2rem; align-items: baseline; padding: 1rem 1.5rem; border-block-end: 1px solid var(--border); }
.docs > header nav { display: flex; flex-wrap: wrap; gap: 1rem; margin-inline-start: auto; }
.docs > header [aria-current] { color: var(--foreground); text-decoration: none; font-weight: 600; }
.docs h1, .docs h2 { font-family: var(--serif); font-weight: 600; font-size: 1.5rem; }
.docs h2 { margin-block: 1.5rem 0.5rem; font-size: 1.25rem; }
.docs h3 { margin-block: 1rem 0.25rem; font-weight: 600; }
.docs .interface > h3 { margin-block: 1.5rem 0.5rem; }
.docs .method { display: inline-block; min-width: 4.25rem; padding: 0.0625rem 0.375rem; border-radius: 0.25rem; background: var(--muted); font: 600 0.75rem/1.5 ui-monospace, monospace; text-align: center; }
.docs .method:is([data-method="POST"], [data-method="PUT"], [data-method="PATCH"]) { background: color-mix(in oklab, var(--accent) 14%, var(--surface)); color: var(--accent); }
.docs .method[data-method="DELETE"] { background: color-mix(in oklab, var(--danger) 12%, var(--surface)); color: var(--danger); }
.docs label { display: block; margin-block: 0.75rem 0.25rem; font-weight: 600; font-size: 0.875rem; }
.docs input, .docs textarea { box-sizing: border-box; width: 100%; max-width: 40rem; min-height: var(--control-height); padding: 0.25rem 0.75rem; border: 1px solid var(--control); border-radius: var(--control-radius); background: var(--surface); color: inherit; font: inherit; }
.docs textarea, .docs pre, .docs code { font-family: ui-monospace, monospace; font-size: 0.8125rem; }
.docs button { min-height: var(--control-height); padding: 0.25rem 1rem; border: 1px solid var(--border); border-radius: var(--control-radius); background: var(--surface); color: inherit; font-weight: 600; cursor: pointer; }
.docs button[type="submit"] { border-color: transparent; background: var(--accent); color: var(--on-accent); }
.docs :focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
.docs pre { overflow: auto; max-height: 24rem; margin-block: 0.5rem; padding: 0.75rem; border-radius: var(--control-radius); background: var(--muted); text-align: left; }
.docs .soft { margin-block: 0.25rem; color: var(--muted-foreground); font-size: 0.875rem; }
.docs .buttons { display: flex; flex-wrap: wrap; gap: 0.5rem; margin-block: 1rem 0.5rem; }
.docs .columns { display: grid; grid-template-columns: minmax(0, 1fr); gap: 0 2rem; padding: 0 1.5rem 3rem; }
.docs main section > p { max-width: 65ch; margin-block: 0.5rem; }
.docs .columns > nav li { overflow-wrap: anywhere; font-size: 0.8125rem; line-height: 1.4; padding-block: 0.1875rem; }
.docs .columns > nav .method { min-width: 3.75rem; font-size: 0.6875rem; }
.docs main { padding-block-start: 1rem; }
.docs .columns > nav a { color: inherit; text-decoration: none; }
.docs .columns > nav a:hover { text-decoration: underline; }
.docs .operation { margin-block: 0.5rem; padding: 0.5rem 1rem; border: 1px solid var(--border); border-radius: var(--surface-radius); background: var(--surface); scroll-margin: 1rem; }
.docs summary { cursor: pointer; overflow-wrap: anywhere; padding-block: 0.25rem; }
.docs .operation > summary code { margin-inline: 0.5rem; }
.docs .operation > summary span { color: var(--muted-foreground); }
@media (width < 60rem) { .docs .columns > nav :is(ul, h2, h3) { display: none; } }
@media (width >= 60rem) {
  .docs .columns { grid-template-columns: 18rem minmax(0, 1fr); }
  .docs .columns > nav { position: sticky; inset-block-start: 0; overflow-y: auto; max-height: 100vh; padding-block: 1rem; }
}
`;
