import { createFileRoute } from "@tanstack/react-router";
import { handleOfFeature } from "#app/request/csv.server.ts";

/** The records of a feature's list as a CSV file. */
export const Route = createFileRoute("/api/{$feature}.csv")({
  server: {
    handlers: { GET: handleOfFeature(({ exportCsv }) => exportCsv?.()) },
  },
});
