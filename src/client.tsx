// Before the styles of components, because it names the order of the cascade layers.
import "#ui/styles/app.css";
import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { errorStatus } from "#ui/errors/error-data.ts";
import { supportOlderBrowsers } from "#ui/overlays/older-browsers.ts";
import { offerReload } from "#ui/reload-offer.tsx";
import { getRouter } from "./router.tsx";

// `StartClient` would load the client of server functions with each page; a page needs it only when the session changes.
void getRouter().then((router) => {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      { onCaughtError: reportUnexpected },
    );
  });
});

supportOlderBrowsers();

/**
 * A script may be missing because a new version runs, and the build of this page has not run for a week. The page that the
 * user opens is then loaded again by the router, once; elsewhere a reload is offered. Offline, the browser's own error page
 * would replace the application: the error screen is shown instead, and reloads when the connection is back.
 */
addEventListener("vite:preloadError", ({ payload }) => {
  if (navigator.onLine) return offerReload();
  const reloadKey = `tanstack_router_reload:${payload.message}`;
  sessionStorage.setItem(reloadKey, "1");
  addEventListener("online", () => sessionStorage.removeItem(reloadKey), { once: true });
});

/** Known errors have an error screen; unexpected ones are also reported to the browser. */
function reportUnexpected(error: unknown) {
  if (!errorStatus(error)) reportError(error);
}
