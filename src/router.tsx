import { dehydrate, type DehydratedState, hydrate, QueryClientProvider } from "@tanstack/react-query";
import { createRouter } from "@tanstack/react-router";
import { createIsomorphicFn, getGlobalStartContext } from "@tanstack/react-start";
import { getRequest } from "@tanstack/react-start/server";
import { I18nextProvider } from "react-i18next";
import { detectLanguage } from "#i18n/detect.ts";
import { addTexts, baseNamespaces, createI18n, serverI18n, pageTexts, type PageTexts } from "#i18n/i18n.ts";
import { isLanguage, defaultLanguage } from "#i18n/languages.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { Namespace } from "#i18n/texts.gen.ts";
import { createQueryClient } from "#rpc/query-client.ts";
import { ErrorScreen } from "#ui/errors/error-screen.tsx";
import { NotFoundScreen } from "#ui/errors/not-found-screen.tsx";
import { routeTree } from "./routeTree.gen.ts";

declare module "@tanstack/react-router" {
  interface Register {
    router: Awaited<ReturnType<typeof getRouter>>;
  }
  interface StaticDataRouteOption {
    /** The texts that the route's screen shows, beside those that every page has. */
    texts?: Namespace[];
    /** The text that names the route's place in the area: a link of the breadcrumb. */
    breadcrumb?: TextKey;
  }
}

/** On the server every text is present; in the browser the page brings its own before anything is rendered. */
const startI18n = createIsomorphicFn()
  .server(() => serverI18n(detectLanguage(getRequest())))
  .client(async () => {
    const { lang } = document.documentElement;
    return createI18n(isLanguage(lang) ? lang : defaultLanguage, {});
  });

/** What a page brings along for the browser. */
type Brought = { queries: DehydratedState; texts: PageTexts };

/** One router for each request on the server, one for each page in the browser. */
export async function getRouter() {
  const queryClient = createQueryClient();
  const i18n = await startI18n();
  const nonce = getGlobalStartContext()?.nonce;

  const router = createRouter({
    routeTree,
    context: { queryClient, i18n },
    ...(nonce && { ssr: { nonce } }),
    defaultPreload: "intent",
    // TanStack Query decides how fresh data is.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    trailingSlash: "never",
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // Query can't promise to the router's types that all it holds may be written into a page; ours may.
    dehydrate: () => bringAlong() as never,
    hydrate: ({ queries, texts }: Brought) => {
      hydrate(queryClient, queries);
      addTexts(i18n, texts);
    },
    Wrap: ({ children }) => (
      <QueryClientProvider client={queryClient}>
        <I18nextProvider i18n={i18n}>{children}</I18nextProvider>
      </QueryClientProvider>
    ),
  });
  return router;

  function bringAlong(): Brought {
    const namespaces = router.state.matches.flatMap(({ staticData }) => staticData.texts ?? []);
    return { queries: dehydrate(queryClient), texts: pageTexts(i18n, [...baseNamespaces, ...namespaces]) };
  }
}
