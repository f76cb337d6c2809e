import { createFileRoute } from "@tanstack/react-router";
import { handleOfFeature } from "#app/request/csv.server.ts";

/** A sample file to start a feature's import with. */
export const Route = createFileRoute("/api/$feature/example.csv")({
  server: {
    handlers: {
      GET: handleOfFeature(async ({ importCsv }) => (await importCsv?.())?.example),
    },
  },
});
