import { createFileRoute } from "@tanstack/react-router";

/** The documentation of the programming interfaces. */
export const Route = createFileRoute("/api/docs")({
  server: {
    handlers: {
      GET: async (handled) => (await import("#app/rest/handle-docs.server.ts")).handleDocs(handled),
    },
  },
});
