import { createFileRoute } from "@tanstack/react-router";
import { featureAreas } from "#app/features.ts";
import { standalonePage } from "#app/page/standalone-page.server.ts";
import { offlinePage } from "#features/offline/server/offline-page.ts";
import { detectLanguage } from "#i18n/detect.ts";
import { serverI18n } from "#i18n/i18n.ts";

/** The page that the service worker keeps for every page that it hasn't kept (docs/decisions/0042-offline-pages.md). */
export const Route = createFileRoute("/offline")({
  server: {
    handlers: {
      GET: async ({ request, context }) => {
        const i18n = await serverI18n(detectLanguage(request));
        const links = featureAreas("app").flatMap(({ sidebar = [] }) => sidebar);
        const { nonce } = context;
        const page = await standalonePage(offlinePage({ i18n, links }), { i18n, nonce });
        return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
      },
    },
  },
});
