import { createFileRoute } from "@tanstack/react-router";
import { handleMailbox } from "#server/mail/viewer.ts";

/** One message of the embedded mailbox. */
export const Route = createFileRoute("/dev/mailbox/$id")({
  server: {
    handlers: { GET: ({ request, context }) => handleMailbox(request, context, context.services.config) },
  },
});
