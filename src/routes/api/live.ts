import { createFileRoute } from "@tanstack/react-router";
import { handleLive } from "#rpc/live.ts";

/** What open pages are told of (docs/decisions/0017-live-updates.md). */
export const Route = createFileRoute("/api/live")({
  server: {
    handlers: {
      GET: ({ request }) => handleLive(request),
      // Else a page would be rendered here, which there is none of.
      ANY: () => new Response("Use GET.\n", { status: 405, headers: { allow: "GET" } }),
    },
  },
});
