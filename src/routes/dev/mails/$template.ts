import { createFileRoute } from "@tanstack/react-router";
import { handleMailTemplates } from "#app/mail-templates.server.ts";

/** One kind of mail, in a language and with properties. */
export const Route = createFileRoute("/dev/mails/$template")({
  server: {
    handlers: {
      GET: ({ request, context }) => handleMailTemplates(request, context, context.services.config),
    },
  },
});
