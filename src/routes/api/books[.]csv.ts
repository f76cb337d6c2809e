import { createFileRoute } from "@tanstack/react-router";
import { exportBooks } from "#features/books/server/export-books.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** The books of a list as a CSV file. */
export const Route = createFileRoute("/api/books.csv")({
  server: { handlers: { GET: handleAsOperation(exportBooks), ANY: methodNotAllowed("GET") } },
});
