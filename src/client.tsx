// Before the styles of components, because it names the order of the cascade layers.
import "#ui/styles/app.css";
import { showFonts } from "#ui/styles/late-fonts.ts";

/** Until then, a page that isn't painted yet has the whole line and processor; scripts of slower pages load meanwhile. */
const preloadAfterMs = 500;
/** The scripts run at the latest then, for browsers that don't report the first paint. In milliseconds, of the page's time. */
const hydrateAfterMs = 2_000;

/** Resolves after the first paint, or at a time of the page. A hidden page isn't painted. */
function paintOr(timeMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (document.hidden) return resolve();
    new PerformanceObserver(() => resolve()).observe({ type: "paint", buffered: true });
    setTimeout(resolve, timeMs - performance.now());
  });
}

/** The server named the page's scripts and texts in links that browsers ignore (late-scripts.tsx, page-texts.tsx). */
function preloadScripts() {
  for (const link of document.querySelectorAll<HTMLLinkElement>("link[rel^=late-]"))
    link.rel = link.rel.slice("late-".length);
}

void paintOr(preloadAfterMs).then(preloadScripts);
void paintOr(hydrateAfterMs).then(showFonts);
// No `await`: other scripts import this one, because it contains Vite's helper for `import()`.
void paintOr(hydrateAfterMs)
  // In tasks of their own, so that the browser responds to input in between.
  .then(() => import("react-dom/client"))
  .then(() => new Promise((resolve) => setTimeout(resolve)))
  .then(() => import("./hydrate.tsx"));
