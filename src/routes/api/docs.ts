import { createFileRoute } from "@tanstack/react-router";
import { handleDocs } from "#app/rest/handle-docs.server.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** The documentation of the programming interfaces. */
export const Route = createFileRoute("/api/docs")({
  server: { handlers: { GET: handleDocs, ANY: methodNotAllowed("GET") } },
});
