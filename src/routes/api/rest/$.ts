import { createFileRoute } from "@tanstack/react-router";
import { handleRest } from "#rpc/handlers.ts";

/** The operations as other programs call them: /api/openapi.json describes them. */
export const Route = createFileRoute("/api/rest/$")({
  server: { handlers: { ANY: ({ request }) => handleRest(request) } },
});
