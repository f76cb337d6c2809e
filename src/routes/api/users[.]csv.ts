import { createFileRoute } from "@tanstack/react-router";
import { exportUsers } from "#features/users/server/export-users.ts";
import { handleAsOperation, methodNotAllowed } from "#rpc/handle-as-operation.server.ts";

/** The users of a list as a CSV file. */
export const Route = createFileRoute("/api/users.csv")({
  server: { handlers: { GET: handleAsOperation(exportUsers), ANY: methodNotAllowed("GET") } },
});
