// Before the styles of components, because it names the order of the cascade layers.
import "#ui/styles/app.css";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { apiErrorOf } from "#lib/api-error.ts";
import { whenIdle } from "#lib/when-idle.ts";
import { supportBrowserTranslation } from "#ui/browser-translation.ts";
import { errorStatus } from "#ui/errors/error-data.ts";
import { loadIllustrations } from "#ui/errors/error-page.tsx";
import { markMissingScript } from "#ui/errors/missing-script.ts";
import { supportOlderBrowsers } from "#ui/overlays/older-browsers.ts";
import { offerReload } from "#ui/reload-offer.tsx";
import { getRouter } from "./router.tsx";

// `StartClient` would load the client of server functions with each page; a page needs it only when the session changes.
void getRouter().then((router) => {
  supportBrowserTranslation();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      { onCaughtError: reportUnexpected },
    );
  });
  if (import.meta.env.DEV) whenIdle(async () => (await import("#app/devtools.tsx")).showDevtools(router));
});

supportOlderBrowsers();
whenIdle(loadIllustrations);

/**
 * A script is missing because the server can't be reached, or because a new version runs, and the build of this page has
 * not run for a week. Then a reload is offered; the error screen of a page that the user opens reloads by itself.
 */
addEventListener("vite:preloadError", ({ payload }) => {
  markMissingScript(payload);
  fetch("/ready").then(offerReload, () => undefined);
});

/** Known errors have an error screen; unexpected ones are also reported to the browser. */
function reportUnexpected(error: unknown) {
  if (!errorStatus(error) && !apiErrorOf(error)) reportError(error);
}
