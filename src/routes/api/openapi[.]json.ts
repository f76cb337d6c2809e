import { createFileRoute } from "@tanstack/react-router";
import { openApiDocument } from "#rpc/handlers.ts";

export const Route = createFileRoute("/api/openapi.json")({
  server: {
    handlers: {
      GET: async () =>
        Response.json(await openApiDocument(), { headers: { "cache-control": "public, max-age=300" } }),
    },
  },
});
