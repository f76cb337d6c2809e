// In development, pages have the styles that their routes import.
import "#ui/styles/app.css";
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, HeadContent, Outlet, ScriptOnce, Scripts } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";
import { zodScript } from "#lib/zod-script.ts";
import { loadTexts, type I18n } from "#i18n/i18n.ts";
import { isolate } from "#i18n/isolate.tsx";
import { languageInfo } from "#i18n/languages.ts";
import { ImpersonationBanner } from "#features/auth/impersonation/screens/load-banner.tsx";
import { passkeySupportScript } from "#features/auth/passkeys/support-script.ts";
import { pageQuery, textsOfMatches } from "#app/page/page.ts";
import { PageTextsScript } from "#app/page/page-texts.tsx";
import { useSessionSync } from "#app/routing/use-session-sync.ts";
import { LiveUpdates } from "#app/live/live-updates.tsx"; // optional: live
import { allowTranslation, recordRemovalsScript } from "#ui/browser-translation.ts";
import { recordActionsScript, replayRecordedActions } from "#ui/pre-hydration-actions.ts";
import { BottomNotice } from "#ui/bottom-notice.tsx";
import { EnvironmentBanner } from "#ui/environment-banner.tsx";
import { StandaloneErrorScreen, StandaloneNotFoundScreen } from "#ui/errors/error-screen.tsx";
import { storeLanguage, followLanguageOfOtherTabs, storedLanguageScript } from "#ui/language/language.ts";
import { useHeadingFocus } from "#ui/layout/use-heading-focus.ts";
import { KeptPageNotice } from "#ui/kept-page-notice.tsx"; // optional: offline
import { OfflineNotice } from "#ui/offline-notice.tsx";
import { ReloadOffer } from "#ui/reload-offer.tsx";
import { ProgressLine } from "#ui/layout/progress-line.tsx";
import { themeScript } from "#ui/theme/theme.ts";
import { AssetsOrigin } from "#ui/assets-origin.ts";
import { ServerTimeZone, storeTimeZone } from "#ui/time-zone.ts";
import { trustedTypesScript } from "#ui/trusted-types.ts";
import { Toaster } from "#ui/toast/toaster.tsx";

export const Route = createRootRouteWithContext<{ queryClient: QueryClient; i18n: I18n }>()({
  beforeLoad: async ({ context: { queryClient, i18n }, matches }) => {
    await loadTexts(i18n, textsOfMatches(matches));
    const page = await queryClient.query({ ...pageQuery, staleTime: "static" });
    await loadTexts(i18n, page.texts);
    return { page };
  },
  head: () => ({
    meta: [
      { charSet: "utf-8" },
      { name: "viewport", content: "width=device-width, initial-scale=1, viewport-fit=cover" },
      { name: "description", content: brand.description },
    ],
    links: [
      { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
      { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
      { rel: "manifest", href: "/site.webmanifest" },
    ],
  }),
  shellComponent: Document,
  component: Root,
  errorComponent: StandaloneErrorScreen,
  notFoundComponent: StandaloneNotFoundScreen,
});

function Root() {
  const { t } = useTranslation();
  const page = Route.useRouteContext({ select: (context) => context.page });
  const { welcome, failure } = page.flash;
  useHeadingFocus();
  useSessionSync(page);
  useEffect(allowTranslation, []);
  useEffect(replayRecordedActions, []);
  useEffect(() => storeTimeZone(page.timeZone), [page.timeZone]);
  return (
    <AssetsOrigin value={page.assetsOrigin}>
      <ServerTimeZone value={page.timeZone}>
        <ProgressLine />
        {/* optional: impersonation */}
        {page.user?.impersonation && <ImpersonationBanner user={page.user} {...page.user.impersonation} />}
        {/* end: impersonation */}
        <Outlet />
        <BottomNotice>
          <OfflineNotice />
          <LiveUpdates page={page} /> {/* optional: live */}
          <KeptPageNotice /> {/* optional: offline */}
        </BottomNotice>
        <ReloadOffer build={page.build.id} />
        <Toaster
          initial={[
            ...(welcome ? [{ text: t("welcome", { name: isolate(welcome) }) }] : []),
            ...(failure ? [{ text: t(`failures.${failure}`), isError: true }] : []),
          ]}
        />
      </ServerTimeZone>
    </AssetsOrigin>
  );
}

function Document({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation();
  const { dir, key, fontScale } = languageInfo(i18n.language);
  const theme = Route.useRouteContext({ select: ({ page }) => page?.theme ?? "system" });
  useEffect(() => storeLanguage(key), [key]);
  useEffect(() => followLanguageOfOtherTabs(i18n), [i18n]);

  return (
    <html
      lang={key}
      dir={dir}
      data-theme={theme}
      style={fontScale ? ({ "--font-scale": fontScale } as React.CSSProperties) : undefined}
      suppressHydrationWarning
    >
      <head>
        {/* `ScriptOnce` renders nothing in the browser, where its scripts would only be bytes. */}
        {import.meta.env.SSR && (
          <ScriptOnce>
            {trustedTypesScript +
              recordActionsScript +
              recordRemovalsScript +
              storedLanguageScript +
              themeScript +
              passkeySupportScript + // optional: passkeys
              zodScript}
          </ScriptOnce>
        )}
        <HeadContent />
      </head>
      <body>
        {build.environment && <EnvironmentBanner {...build.environment} />}
        {children}
        {import.meta.env.SSR && <PageTextsScript />}
        <Scripts />
      </body>
    </html>
  );
}
