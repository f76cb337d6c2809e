import { createFileRoute } from "@tanstack/react-router";
import { handleOfFeature } from "#app/request/csv.server.ts";

/** Takes a CSV file of a feature's records, to preview, check or import it. */
export const Route = createFileRoute("/api/$feature/imports")({
  server: {
    handlers: {
      POST: handleOfFeature(async ({ importCsv }) => (await importCsv?.())?.upload),
    },
  },
});
