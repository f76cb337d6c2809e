import { createFileRoute } from "@tanstack/react-router";
import { handleLive } from "#app/live/handle-live.server.ts";

/** Notifies open pages of changes (docs/decisions/0017). */
export const Route = createFileRoute("/api/live")({
  server: { handlers: { GET: handleLive } },
});
