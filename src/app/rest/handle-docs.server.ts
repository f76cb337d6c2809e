import { createHash } from "node:crypto";
import { docsPage, inlineTexts } from "#features/docs/server/docs-page.ts";
import { operationTexts } from "#features/docs/server/operation-texts.ts";
import { describeAuth } from "#features/auth/server/describe-auth.ts";
import { authService } from "#features/auth/server/service.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { detectLanguage } from "#i18n/detect.ts";
import { cookieName, readCookie } from "#lib/cookies.ts";
import type { RequestContext } from "#rpc/request-context.server.ts";
import { contentSecurityPolicy } from "#server/http/security-headers.ts";
import { stylesheetPath } from "#ui/styles/stylesheet-path.server.ts";
import { isTheme, themeCookie } from "#ui/theme/theme.ts";
import { restDescription } from "./openapi.server.ts";
import { restTexts } from "./rest-texts.server.ts";
import { storedText } from "./stored-text.server.ts";

/** The pages that were sent before, by all that they differ in: there are 24 for each host. Rendering one takes longer than any other request. */
const pages = new Map<string, ReturnType<typeof storedText>>();

/** The documentation of REST and of the authentication service: a page of its own, without the product's scripts. */
export async function handleDocs({ request, context }: { request: Request; context: RequestContext }) {
  const { config } = context.services;
  const language = detectLanguage(request);
  const chosen = readCookie(request.headers.get("cookie"), cookieName(config.baseUrl, themeCookie));
  const theme = isTheme(chosen) ? chosen : "system";
  const isSignedIn = (await context.operationContext()).caller !== null;
  const key = [config.baseUrl.origin, language, theme, isSignedIn].join();
  const send = pages.get(key) ?? (await render({ context, language, theme, isSignedIn }));
  pages.set(key, send);
  return await send(request);
}

type Rendered = Pick<Parameters<typeof docsPage>[0], "language" | "theme" | "isSignedIn">;

async function render({ context, ...page }: Rendered & { context: RequestContext }) {
  const { config } = context.services;
  const i18n = await serverI18n(page.language);
  const texts = restTexts(i18n);
  const text = docsPage({
    ...page,
    interfaces: [
      {
        base: "/api/rest",
        document: await restDescription(config),
        textsOf: ({ operationId = "" }) => texts.get(operationId),
      },
      {
        base: "/api/auth",
        document: describeAuth(authService(context)),
        textsOf: (operation) => ({ ...operationTexts(i18n, operation), access: [] }),
      },
    ],
    t: i18n.translate("docs"),
    origin: config.baseUrl.origin,
    stylesheet: await stylesheetPath(),
  });
  const isHttps = config.baseUrl.protocol === "https:";
  return storedText(text, {
    "content-type": "text/html; charset=utf-8",
    // It differs by cookies.
    "cache-control": "private, no-cache",
    "content-security-policy": contentSecurityPolicy({
      inline: Object.values(inlineTexts).map(
        (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`,
      ),
      isHttps,
      isDevelopment: import.meta.env.DEV,
    }),
  });
}
