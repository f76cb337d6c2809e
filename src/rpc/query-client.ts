import { QueryClient } from "@tanstack/react-query";
import { apiErrorOf } from "#lib/api-error.ts";

/**
 * TanStack Query with the product's defaults: data stays fresh for 30 s, and only lost connections are retried, and in the
 * browser what is temporary: a service that is unavailable, for half a minute, and requests over a limit, for 3 s. Offline, a query is
 * sent once, because the service worker may have its data, and otherwise waits for the connection.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < maxRetries(error),
        networkMode: "offlineFirst",
      },
    },
  });
}

const temporaryCodes: Partial<Record<string, number>> = { SERVICE_UNAVAILABLE: 5, TOO_MANY_REQUESTS: 2 };

function maxRetries(error: unknown): number {
  // If the server responded, a retry would get the same response.
  const isResponse = error instanceof Error && "status" in error;
  const temporary = typeof document !== "undefined" && temporaryCodes[apiErrorOf(error)?.code ?? ""];
  return temporary || (isResponse ? 0 : 2);
}
