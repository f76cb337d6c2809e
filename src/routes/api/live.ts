import { createFileRoute } from "@tanstack/react-router";
import { handleLive } from "#app/live/handle-live.server.ts";
import { methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** Notifies open pages of changes (docs/decisions/0017). */
export const Route = createFileRoute("/api/live")({
  server: { handlers: { GET: handleLive, ANY: methodNotAllowed("GET") } },
});
