import { StartClient } from "@tanstack/react-start/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { errorStatus } from "#ui/errors/error-data.ts";
import { lacksAnchors, lacksClosedBy, lacksCommands } from "#ui/overlays/missing-features.ts";

// Hydrates the server's page.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
    { onCaughtError: reportUnexpected },
  );
});

// Without it, overlays still open: dialogs as popovers, popovers in the middle of the page.
if (lacksAnchors || lacksCommands || lacksClosedBy) {
  void import("#ui/overlays/older-browsers.ts").then(({ supportOlderBrowsers }) => supportOlderBrowsers());
}

/** Known errors have an error screen; unexpected ones are also reported to the browser. */
function reportUnexpected(error: unknown) {
  if (!errorStatus(error)) reportError(error);
}
