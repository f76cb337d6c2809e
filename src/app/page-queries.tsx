import {
  dehydrate,
  hydrate,
  QueryClientProvider,
  type DehydratedState,
  type QueryClient,
} from "@tanstack/react-query";
import type { ReactNode } from "react";
import { createQueryClient } from "#rpc/query-client.ts";

/** TanStack Query for one page. The login pages have none: it would be a tenth of their scripts. */
export type PageQueries = {
  queryClient: QueryClient;
  dehydrate(): DehydratedState;
  hydrate(state: DehydratedState): void;
  Provider(props: { children: ReactNode }): ReactNode;
};

export function createPageQueries(): PageQueries {
  const queryClient = createQueryClient();
  return {
    queryClient,
    dehydrate: () => dehydrate(queryClient),
    hydrate: (state) => hydrate(queryClient, state),
    Provider: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  };
}
