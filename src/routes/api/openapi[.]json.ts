import { createFileRoute } from "@tanstack/react-router";
import { handleOpenApi } from "#app/handlers.server.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** Describes the REST interface. */
export const Route = createFileRoute("/api/openapi.json")({
  server: { handlers: { GET: handleOpenApi, ANY: methodNotAllowed("GET") } },
});
