import { StartClient } from "@tanstack/react-start/client";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { errorStatus } from "#ui/errors/error-data.ts";

/** Brings the server's page to life in the browser. */
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <StartClient />
    </StrictMode>,
    { onCaughtError: reportUnknown },
  );
});

/** An error that is data has its page; one that nobody expected is reported as an error of the page. */
function reportUnknown(error: unknown) {
  if (!errorStatus(error)) reportError(error);
}
