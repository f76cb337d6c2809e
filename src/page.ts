import { queryOptions } from "@tanstack/react-query";
import { createServerFn } from "@tanstack/react-start";
import { appendResponseHeader, getCookie, getRequest, setCookie } from "@tanstack/react-start/server";
import { build } from "#build.ts";
import { socialProviders } from "#features/auth/social/providers.ts";
import { isLanguage, languageCookie, languageCookieSeconds, languageParameter } from "#i18n/languages.ts";
import { operationContext } from "#request.ts";
import { clearFlash, flashCookie, readFlash } from "#server/flash.ts";
import { areasOf } from "#routing/areas.ts";
import { services } from "#server/services.ts";
import { isCollapsedCookie, sidebarCookie } from "#ui/layout/sidebar-state.ts";
import { isTheme, themeCookie } from "#ui/theme/theme.ts";

/** What every page is given beside its own data: look, environment and who asks (specification, section 7). */
const getPage = createServerFn({ method: "GET" }).handler(async () => {
  const { caller, adminUserIds, language } = await operationContext(getRequest());
  keepChosenLanguage();
  const { auth } = services().config;
  const theme = getCookie(themeCookie);
  return {
    language,
    theme: isTheme(theme) ? theme : ("system" as const),
    isSidebarCollapsed: isCollapsedCookie(getCookie(sidebarCookie)),
    build,
    signUp: auth.signUp,
    socialProviders: socialProviders(auth),
    flash: takeFlash(),
    user: caller && {
      name: caller.user.name,
      email: caller.user.email,
      emailVerified: caller.user.emailVerified,
      isOnboarded: caller.user.onboardedAt !== null,
      areas: areasOf(caller.user, adminUserIds),
    },
  };
});

/** A language chosen in the URL stays chosen, without JavaScript as well. */
function keepChosenLanguage() {
  const language = new URL(getRequest().url).searchParams.get(languageParameter);
  if (!isLanguage(language) || language === getCookie(languageCookie)) return;
  setCookie(languageCookie, language, { path: "/", maxAge: languageCookieSeconds, sameSite: "lax" });
}

/** What the answer before this page has to say, said once. */
function takeFlash() {
  const flash = getCookie(flashCookie);
  if (flash) appendResponseHeader("set-cookie", clearFlash);
  return readFlash(flash);
}

/** Read once for each page load, and again after whatever changes the session. */
export const pageQuery = queryOptions({ queryKey: ["page"], queryFn: () => getPage(), staleTime: "static" });

export type Page = Awaited<ReturnType<typeof getPage>>;
export type PageUser = NonNullable<Page["user"]>;
