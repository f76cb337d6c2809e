import { RouterClient } from "@tanstack/react-router/ssr/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { errorStatus } from "#ui/errors/error-data.ts";
import { lacksAnchors, lacksClosedBy, lacksCommands } from "#ui/overlays/missing-features.ts";
import { getRouter } from "./router.tsx";
import { startInstance } from "./start.ts";

/** Hydrates the server's page as `StartClient` does, which would load the client of server functions with it. */
async function hydratePage() {
  const router = await getRouter();
  const options = await startInstance.getOptions();
  Object.assign(window, { __TSS_START_OPTIONS__: options });
  router.options.serializationAdapters = options.serializationAdapters;
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterClient router={router} />
      </StrictMode>,
      { onCaughtError: reportUnexpected },
    );
  });
}

// A task of its own: the browser responds to input after the scripts were evaluated.
setTimeout(() => void hydratePage());

// Without it, overlays still open: dialogs as popovers, popovers in the middle of the page.
if (lacksAnchors || lacksCommands || lacksClosedBy) {
  void import("#ui/overlays/older-browsers.ts").then(({ supportOlderBrowsers }) => supportOlderBrowsers());
}

/**
 * The router reloads a page once if a script is missing, because a new version may be running. Offline, the browser's own
 * error page would replace the application: the error screen is shown instead, and reloads when the connection is back.
 */
addEventListener("vite:preloadError", ({ payload }) => {
  if (navigator.onLine) return;
  const reloadKey = `tanstack_router_reload:${payload.message}`;
  sessionStorage.setItem(reloadKey, "1");
  addEventListener("online", () => sessionStorage.removeItem(reloadKey), { once: true });
});

/** Known errors have an error screen; unexpected ones are also reported to the browser. */
function reportUnexpected(error: unknown) {
  if (!errorStatus(error)) reportError(error);
}
