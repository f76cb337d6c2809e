import { createFileRoute } from "@tanstack/react-router";
import { securityText } from "#brand/security-text.ts";
import { databaseTime } from "#server/database/clock.ts";

/** Tells where to report a vulnerability. */
export const Route = createFileRoute("/.well-known/security.txt")({
  server: {
    handlers: {
      GET: ({ context }) =>
        new Response(securityText(context.services.config.baseUrl, databaseTime()), {
          headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "public, max-age=86400" },
        }),
    },
  },
});
