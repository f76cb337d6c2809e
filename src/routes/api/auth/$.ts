import { createFileRoute } from "@tanstack/react-router";
import { handleAuthRequest } from "#features/auth/server/request-handler.ts";

/** The authentication service (specification, section 7), as far as its allow-list goes. */
export const Route = createFileRoute("/api/auth/$")({
  server: { handlers: { ANY: ({ request, context }) => handleAuthRequest(request, context) } },
});
