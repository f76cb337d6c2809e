import { createFileRoute } from "@tanstack/react-router";
import { importBooks } from "#features/books/server/import-books.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** Takes a CSV file of books, to preview, check or import it, and cancels an import. */
export const Route = createFileRoute("/api/books/imports")({
  server: {
    handlers: {
      POST: handleAsOperation(importBooks.upload),
      DELETE: handleAsOperation(importBooks.cancel),
      ANY: methodNotAllowed("POST", "DELETE"),
    },
  },
});
