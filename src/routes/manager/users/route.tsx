import { createFileRoute } from "@tanstack/react-router";

export const Route = createFileRoute("/manager/users")({
  // Also the texts of fields that accounts have, too, and of devices.
  staticData: { texts: ["users", "auth", "authAccount"], breadcrumb: "users:title" },
});
