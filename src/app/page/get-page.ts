import { createServerFn } from "@tanstack/react-start";
import { appendResponseHeader, getCookie, getRequest } from "@tanstack/react-start/server";
import { build } from "#lib/build.ts";
import { cookieName, siteCookie } from "#lib/cookies.ts";
import { demoAccounts, demoCode } from "#features/auth/demo/server/demo-accounts.ts";
import { findSeededAccounts } from "#features/auth/local/server/find-seeded-accounts.ts";
import { isTimeZone } from "#lib/time-zone.ts";
import { socialProviders } from "#features/auth/social/providers.ts";
import { languageCookie, languageCookieSeconds, languageOf, languageParameter } from "#i18n/languages.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import { buildSource } from "#server/build-source.ts";
import { databaseTime } from "#server/database/clock.ts";
import { isDevVisitor } from "#server/dev-visitor.ts";
import { clearFlash, flashCookie, readFlash } from "#server/flash.ts";
import { requestContext } from "#rpc/request-context.server.ts";
import { isCollapsedCookie, sidebarCookie } from "#ui/layout/sidebar-state.ts";
import { isTheme, themeCookie } from "#ui/theme/theme.ts";
import { timeZoneCookie } from "#ui/time-zone.ts";
import { areasOf } from "../access/areas.ts";
import { sendPageUser } from "./page-user.server.ts";

/** What every page gets beside its own data: appearance, environment and user (specification, section 7). */
export const getPage = createServerFn({ method: "GET" }).handler(async () => {
  const { services, operationContext } = requestContext();
  const { caller, access, language } = await operationContext();
  const url = new URL(getRequest().url);
  rememberChosenLanguage(url);
  sendPageUser(caller); // optional: offline
  const { auth } = services.config;
  const theme = getCookie(cookieName(url, themeCookie));
  const timeZone = getCookie(cookieName(url, timeZoneCookie));
  const thisMachine = caller ? null : await thisMachineHints();
  return {
    origin: services.config.baseUrl.origin,
    assetsOrigin: services.config.assetsOrigin ?? "",
    language,
    theme: isTheme(theme) ? theme : ("system" as const),
    timeZone: timeZone && isTimeZone(timeZone) ? timeZone : "UTC",
    isSidebarCollapsed: isCollapsedCookie(getCookie(cookieName(url, sidebarCookie))),
    build: {
      id: services.files.buildId,
      version: build.version,
      ...(caller && { ...buildSource, environment: build.environment?.name }),
    },
    demo: auth.isDemo ? { accounts: demoAccounts, code: demoCode } : null, // optional: demo
    thisMachine,
    signUp: auth.signUp,
    isMailLate: services.mail.isLate(),
    socialProviders: socialProviders(auth), // optional: social
    flash: takeFlash(url),
    /** The texts that it needs besides those of its routes. */
    texts: [
      ...(auth.isDemo ? ["authDemo", "authLocal"] : []), // optional: demo
      ...(thisMachine ? ["authLocal"] : []),
      ...(caller?.impersonatedBy ? ["authImpersonation"] : []), // optional: impersonation
    ] as Namespace[],
    user: caller && {
      id: caller.user.id,
      name: caller.user.name,
      email: caller.user.email,
      emailVerified: caller.user.emailVerified,
      isOnboarded: caller.user.onboardedAt !== null,
      role: caller.user.role,
      isAlwaysPermitted: auth.adminUserIds.includes(caller.user.id),
      areas: areasOf(caller.user, access),
      confirmationMethods: caller.confirmationMethods,
      needsPasskey: caller.user.needsPasskey, // optional: passkeys
      // When it ends, and when the page was loaded. // optional: impersonation
      impersonation: caller.impersonatedBy ? { endsAt: caller.expiresAt, loadedAt: databaseTime() } : null, // optional: impersonation
    },
  };
});

/** What the login pages show browsers on this machine, while mails go to the embedded mailbox. */
async function thisMachineHints() {
  const { services, isFromThisMachine } = requestContext();
  if (!isDevVisitor({ isFromThisMachine }, services.config)) return null;
  if (services.config.auth.isDemo) return null; // optional: demo
  // The login page is also shown while the database is away.
  return { accounts: await findSeededAccounts(services.database).catch(() => []) };
}

/** Remembers a language that was chosen in the URL, without JavaScript as well. */
function rememberChosenLanguage(url: URL) {
  const language = languageOf(url.searchParams.get(languageParameter));
  if (!language || language === getCookie(languageCookie)) return;
  const cookie = { name: languageCookie, value: language, maxAgeSeconds: languageCookieSeconds };
  appendResponseHeader("set-cookie", siteCookie(url, cookie));
}

/** The message that the previous response left for this page. It is shown once. */
function takeFlash(url: URL) {
  const flash = getCookie(cookieName(url, flashCookie));
  if (flash) appendResponseHeader("set-cookie", clearFlash(getRequest()));
  return readFlash(flash);
}
