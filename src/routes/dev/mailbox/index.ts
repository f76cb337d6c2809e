import { createFileRoute } from "@tanstack/react-router";
import { handleMailbox } from "#server/mail/viewer.ts";

/** The embedded mailbox: for who sits at this machine. */
export const Route = createFileRoute("/dev/mailbox/")({
  server: {
    handlers: { GET: ({ request, context }) => handleMailbox(request, context, context.services.config) },
  },
});
