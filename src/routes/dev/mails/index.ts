import { createFileRoute } from "@tanstack/react-router";
import { handleMailTemplates } from "#app/mail-templates.server.ts";

/** The kinds of mails: for who sits at this machine. */
export const Route = createFileRoute("/dev/mails/")({
  server: {
    handlers: {
      GET: ({ request, context }) => handleMailTemplates(request, context, context.services.config),
    },
  },
});
