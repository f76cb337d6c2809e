import { createFileRoute } from "@tanstack/react-router";
import { handleExport } from "#features/books/server/export/handle-export.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** The books of a list as a CSV file. */
export const Route = createFileRoute("/api/books.csv")({
  server: { handlers: { GET: handleAsOperation(handleExport), ANY: methodNotAllowed("GET") } },
});
