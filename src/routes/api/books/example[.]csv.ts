import { createFileRoute } from "@tanstack/react-router";
import { importBooks } from "#features/books/server/import-books.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** A sample file to start an import with. */
export const Route = createFileRoute("/api/books/example.csv")({
  server: {
    handlers: {
      GET: handleAsOperation(importBooks.example),
      ANY: methodNotAllowed("GET"),
    },
  },
});
