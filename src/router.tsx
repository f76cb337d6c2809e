import type { DehydratedState, QueryClient } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { createIsomorphicFn, getGlobalStartContext } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { I18nProvider } from "#i18n/use-translation.tsx";
import { detectLanguage } from "#i18n/detect.ts";
import { type Page, PageData } from "#app/page.ts";
import type { PageQueries } from "#app/page-queries.tsx";
import { type AreaTexts, takePageTexts } from "#app/page-texts.tsx";
import { I18n, serverI18n } from "#i18n/i18n.ts";
import { isLanguage, defaultLanguage } from "#i18n/languages.ts";
import { searchParameters } from "#lib/search-parameters.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import { ErrorScreen, NotFoundScreen } from "#ui/errors/error-screen.tsx";
import { hasOwnDocument, loginRoutes } from "./login-routes.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>;
  }
  interface StaticDataRouteOption {
    /** The text namespaces that the route's screen needs besides those of every page, and of its area. */
    texts?: Namespace[];
    areaTexts?: AreaTexts;
    /** The text of the route's breadcrumb link. */
    breadcrumb?: TextKey;
  }
}

/** The server has all texts; the browser gets those of the page when it hydrates. */
const startI18n = createIsomorphicFn()
  .server(() => serverI18n(detectLanguage(getRequest())))
  .client(async () => {
    const { lang } = document.documentElement;
    return new I18n(isLanguage(lang) ? lang : defaultLanguage);
  });

type RouteTree = typeof import("./all-routes.ts").routeTree;

/** The server has all routes. In the browser, the login pages have only their own, and no queries. */
async function loadRoutes(): Promise<{ routeTree: RouteTree; queries?: PageQueries }> {
  if (!import.meta.env.SSR && hasOwnDocument(location.pathname)) return { routeTree: loginRoutes() as never };
  const { routeTree, createPageQueries } = await import("./all-routes.ts");
  return { routeTree, queries: createPageQueries() };
}

/** What the server writes into the page for the browser. */
type DehydratedPage = { page: Page | undefined; queries: DehydratedState | undefined };

/** One router for each request on the server, one for each page in the browser. */
export async function getRouter() {
  const { routeTree, queries } = await loadRoutes();
  const pageData = new PageData();
  const i18n = await startI18n();
  const nonce = getGlobalStartContext()?.nonce;

  const router = createRouter({
    routeTree,
    // The login pages' routes don't use it.
    context: { pageData, queryClient: queries?.queryClient as QueryClient, i18n },
    ...(nonce && { ssr: { nonce } }),
    defaultPreload: "intent",
    // TanStack Query decides when data is stale.
    defaultPreloadStaleTime: 0,
    ...searchParameters,
    scrollRestoration: true,
    trailingSlash: "never",
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // The router's types can't know that all cached data is serializable.
    dehydrate: () => ({ page: pageData.current, queries: queries?.dehydrate() }) as never,
    hydrate: async (sent: DehydratedPage) => {
      pageData.current = sent.page;
      if (sent.queries) queries?.hydrate(sent.queries);
      await takePageTexts(i18n);
    },
    Wrap: ({ children }) => {
      const withTexts = <I18nProvider i18n={i18n}>{children}</I18nProvider>;
      return queries ? <queries.Provider>{withTexts}</queries.Provider> : withTexts;
    },
  });
  return router;
}
