import { createFileRoute } from "@tanstack/react-router";

/** Describes the REST interface. */
export const Route = createFileRoute("/api/openapi.json")({
  server: {
    handlers: {
      GET: async (handled) => (await import("#app/rest/openapi.server.ts")).handleOpenApi(handled),
    },
  },
});
