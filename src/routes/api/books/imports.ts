import { createFileRoute } from "@tanstack/react-router";
import { handleImport, handleImportCancel } from "#features/books/server/import/handle-import.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** Takes a CSV file of books, to preview, check or import it, and cancels an import. */
export const Route = createFileRoute("/api/books/imports")({
  server: {
    handlers: {
      POST: handleAsOperation(handleImport),
      DELETE: handleAsOperation(handleImportCancel),
      ANY: methodNotAllowed("POST", "DELETE"),
    },
  },
});
