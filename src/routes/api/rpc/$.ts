import { createFileRoute } from "@tanstack/react-router";
import { handleRpc } from "#app/handlers.server.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** The operations, for the browser. */
export const Route = createFileRoute("/api/rpc/$")({
  server: { handlers: { POST: handleRpc, ANY: methodNotAllowed("POST") } },
});
