import { getCookie } from "@tanstack/react-start/server";
import { docsPage } from "#features/docs/server/docs-page.ts";
import { describeAuth } from "#features/auth/server/describe-auth.ts";
import { authService } from "#features/auth/server/service.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { detectLanguage } from "#i18n/detect.ts";
import { cookieName } from "#lib/cookies.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { isTheme, themeCookie } from "#ui/theme/theme.ts";
import { stylesheetPath } from "../page/stylesheet-path.server.ts";
import { restDescription } from "./openapi.server.ts";

/** The documentation of REST and of the authentication service: a page of its own, without the product's scripts. */
export async function handleDocs({ request, context }: { request: Request; context: RequestContext }) {
  const { config } = context.services;
  const language = detectLanguage(request);
  const t = (await serverI18n(language)).translate("docs");
  const theme = getCookie(cookieName(config.baseUrl, themeCookie));
  const { caller } = await context.operationContext();
  const page = docsPage({
    interfaces: [
      { base: "/api/rest", document: await restDescription(config) },
      { base: "/api/auth", document: describeAuth(authService(context)) },
    ],
    t,
    language,
    theme: isTheme(theme) ? theme : "system",
    isSignedIn: caller !== null,
    origin: config.baseUrl.origin,
    nonce: context.nonce,
    stylesheet: await stylesheetPath(),
  });
  return new Response(page, { headers: { "content-type": "text/html; charset=utf-8" } });
}
