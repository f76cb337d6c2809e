import { createFileRoute } from "@tanstack/react-router";
import { handleAccountData } from "#app/request/account-data.server.ts";

/** What the user can download of their account. */
export const Route = createFileRoute("/api/account/data")({
  server: { handlers: { GET: handleAccountData } },
});
