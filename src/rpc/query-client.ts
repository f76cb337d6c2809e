import { QueryClient } from "@tanstack/react-query";

/**
 * TanStack Query with the product's defaults: data stays fresh for 30 s, and only lost connections are retried. Offline,
 * a query is sent once, because the service worker may have its data, and otherwise waits for the connection.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < 2 && !isResponse(error),
        networkMode: "offlineFirst",
      },
    },
  });
}

/** Whether the server responded, so that a retry would get the same response. */
function isResponse(error: unknown): boolean {
  return error instanceof Error && "status" in error;
}
