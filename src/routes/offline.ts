import { createFileRoute } from "@tanstack/react-router";
import { handleOffline } from "#app/handle-offline.server.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

export const Route = createFileRoute("/offline")({
  server: { handlers: { GET: handleOffline, ANY: methodNotAllowed("GET") } },
});
