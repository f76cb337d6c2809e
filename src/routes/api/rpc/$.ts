import { createFileRoute } from "@tanstack/react-router";
import { handleRpc } from "#rpc/handlers.ts";

/** The operations as the browser calls them. */
export const Route = createFileRoute("/api/rpc/$")({
  server: {
    handlers: {
      POST: ({ request }) => handleRpc(request),
      // Else a page would be rendered here, which there is none of.
      ANY: () => new Response("Use POST.\n", { status: 405, headers: { allow: "POST" } }),
    },
  },
});
