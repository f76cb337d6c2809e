import { createFileRoute } from "@tanstack/react-router";
import { handleRpc } from "#rpc/handlers.ts";

/** The operations as the browser calls them. */
export const Route = createFileRoute("/api/rpc/$")({
  server: { handlers: { POST: ({ request }) => handleRpc(request) } },
});
