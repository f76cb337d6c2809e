import { dehydrate, hydrate, QueryClientProvider, type DehydratedState } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { createIsomorphicFn, getGlobalStartContext } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { I18nProvider } from "#i18n/use-translation.tsx";
import { detectLanguage } from "#i18n/detect.ts";
import { errorAdapter } from "#app/routing/known-errors.ts";
import { pageQuery, pageQueryDefaults } from "#app/page/page.ts";
import { takePageTexts } from "#app/page/page-texts.tsx";
import { I18n, serverI18n } from "#i18n/i18n.ts";
import { isLanguage, defaultLanguage } from "#i18n/languages.ts";
import { searchParameters } from "#lib/search-parameters.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import { DocumentErrorBoundary } from "#ui/errors/document-error-boundary.tsx";
import { ErrorScreen, NotFoundScreen } from "#ui/errors/error-screen.tsx";
import { createQueryClient } from "#rpc/query-client.ts";
// The generated tree imports the type of this router.
// oxlint-disable-next-line import/no-cycle
import { routeTree } from "./routeTree.gen.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>;
  }
  interface StaticDataRouteOption {
    /** The text namespaces that the route needs besides those of every page and of the routes around it. */
    texts?: Namespace[];
    /** The text of the route's breadcrumb link. */
    breadcrumb?: TextKey;
  }
}

/** The server has all texts; the browser gets those of the page when it hydrates. */
const startI18n = createIsomorphicFn()
  .server(() => serverI18n(detectLanguage(getRequest())))
  .client(() => {
    const { lang } = document.documentElement;
    return new I18n(isLanguage(lang) ? lang : defaultLanguage);
  });

/** One router for each request on the server, one for each page in the browser. */
export async function getRouter() {
  const queryClient = createQueryClient();
  queryClient.setQueryDefaults(pageQuery.queryKey, pageQueryDefaults);
  const i18n = await startI18n();
  const nonce = getGlobalStartContext()?.nonce;

  const router = createRouter({
    routeTree,
    context: { queryClient, i18n },
    ...(nonce && { ssr: { nonce } }),
    defaultPreload: "intent",
    // TanStack Query decides when data is stale.
    defaultPreloadStaleTime: 0,
    ...searchParameters,
    scrollRestoration: true,
    trailingSlash: "never",
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    disableGlobalCatchBoundary: true,
    InnerWrap: DocumentErrorBoundary,
    // The router's types can't know that all cached data is serializable.
    dehydrate: () => ({ queries: dehydrate(queryClient) }) as never,
    hydrate: ({ queries }: { queries: DehydratedState }) => {
      hydrate(queryClient, queries);
      takePageTexts(i18n);
    },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <I18nProvider i18n={i18n}>{children}</I18nProvider>
      </QueryClientProvider>
    ),
  });
  router.options.serializationAdapters = [errorAdapter];
  return router;
}
