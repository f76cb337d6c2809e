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

/** Known errors have an error screen; unexpected ones are also reported to the browser. */
function reportUnexpected(error: unknown) {
  if (!errorStatus(error)) reportError(error);
}
