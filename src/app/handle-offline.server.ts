import { offlinePage } from "#features/offline/server/offline-page.ts";
import { detectLanguage } from "#i18n/detect.ts";
import { serverI18n } from "#i18n/i18n.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { stylesheetPath } from "./stylesheet-path.server.ts";

/** The page that the service worker keeps for every page that it hasn't kept (docs/decisions/0042-offline-pages.md). */
export async function handleOffline({ request, context }: { request: Request; context: RequestContext }) {
  const page = offlinePage({
    i18n: await serverI18n(detectLanguage(request)),
    nonce: context.nonce,
    stylesheet: await stylesheetPath(),
  });
  return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
}
