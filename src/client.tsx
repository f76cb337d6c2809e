import { StartClient } from "@tanstack/react-start/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { errorStatus } from "#ui/errors/error-data.ts";

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
if (
  !CSS.supports("(position-area: block-end) and (not (-webkit-nbsp-mode: normal))") ||
  !("commandForElement" in HTMLButtonElement.prototype) ||
  !("closedBy" in HTMLDialogElement.prototype)
) {
  void import("#ui/overlays/older-browsers.ts").then(({ supportOlderBrowsers }) => supportOlderBrowsers());
}

/** Known errors have an error screen; unexpected ones are also reported to the browser. */
function reportUnexpected(error: unknown) {
  if (!errorStatus(error)) reportError(error);
}
