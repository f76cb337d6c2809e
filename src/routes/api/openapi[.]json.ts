import { createFileRoute } from "@tanstack/react-router";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** Describes the REST interface. */
export const Route = createFileRoute("/api/openapi.json")({
  server: {
    handlers: {
      GET: async (handled) => (await import("#app/rest/openapi.server.ts")).handleOpenApi(handled),
      ANY: methodNotAllowed("GET"),
    },
  },
});
