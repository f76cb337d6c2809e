import { createFileRoute } from "@tanstack/react-router";
import { handleNewestCode } from "#server/mail/viewer.ts";

/** The newest code in the embedded mailbox for an email, which the login page fetches when its button is pressed. */
export const Route = createFileRoute("/dev/mailbox/code")({
  server: {
    handlers: { GET: ({ request, context }) => handleNewestCode(request, context, context.services.config) },
  },
});
