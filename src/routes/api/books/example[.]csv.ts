import { createFileRoute } from "@tanstack/react-router";
import { handleExampleFile } from "#features/books/server/import/example-file.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** A sample file to start an import with. */
export const Route = createFileRoute("/api/books/example.csv")({
  server: {
    handlers: {
      GET: handleAsOperation((_request, context) => handleExampleFile(context)),
      ANY: methodNotAllowed("GET"),
    },
  },
});
