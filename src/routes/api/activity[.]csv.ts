import { createFileRoute } from "@tanstack/react-router";
import { exportActivity } from "#features/activity/server/export-activity.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** The activity as a CSV file. */
export const Route = createFileRoute("/api/activity.csv")({
  server: { handlers: { GET: handleAsOperation(exportActivity), ANY: methodNotAllowed("GET") } },
});
