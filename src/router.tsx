import { dehydrate, type DehydratedState, hydrate, QueryClientProvider } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { createIsomorphicFn, getGlobalStartContext } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { I18nProvider } from "#i18n/use-translation.tsx";
import { detectLanguage } from "#i18n/detect.ts";
import { takePageTexts } from "#app/page-texts.tsx";
import { I18n, serverI18n } from "#i18n/i18n.ts";
import { isLanguage, defaultLanguage } from "#i18n/languages.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import { createQueryClient } from "#rpc/query-client.ts";
import { ErrorScreen, NotFoundScreen } from "#ui/errors/error-screen.tsx";
import { hasOwnDocument, loginRoutes } from "./login-routes.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>;
  }
  interface StaticDataRouteOption {
    /** The text namespaces that the route's screen needs besides those of every page. */
    texts?: Namespace[];
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

type RouteTree = typeof import("./routeTree.gen.ts").routeTree;

/** The server has all routes. In the browser, the login pages have only their own. */
async function loadRoutes(): Promise<RouteTree> {
  if (!import.meta.env.SSR && hasOwnDocument(location.pathname)) return loginRoutes() as never;
  const { routeTree } = await import("./routeTree.gen.ts");
  return routeTree;
}

/** One router for each request on the server, one for each page in the browser. */
export async function getRouter() {
  const queryClient = createQueryClient();
  const i18n = await startI18n();
  const nonce = getGlobalStartContext()?.nonce;

  const router = createRouter({
    routeTree: await loadRoutes(),
    context: { queryClient, i18n },
    ...(nonce && { ssr: { nonce } }),
    defaultPreload: "intent",
    // TanStack Query decides when data is stale.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    trailingSlash: "never",
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // The router's types can't know that all cached data is serializable.
    dehydrate: () => dehydrate(queryClient) as never,
    hydrate: (queries: DehydratedState) => {
      hydrate(queryClient, queries);
      i18n.addTexts(takePageTexts());
    },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{children}</I18nProvider>
      </QueryClientProvider>
    ),
  });
  return router;
}
