import { QueryClient } from "@tanstack/react-query";
import { apiErrorOf } from "#lib/api-error.ts";

/**
 * TanStack Query with the product's defaults: data stays fresh for 30 s, and only lost connections are retried, and in the
 * browser a service that is unavailable (503), for half a minute. Offline, a query is sent once, because the service worker may have its data, and otherwise waits for the connection.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        retry: (count, error) => count < (isUnavailable(error) ? 5 : isResponse(error) ? 0 : 2),
        networkMode: "offlineFirst",
      },
    },
  });
}

function isUnavailable(error: unknown): boolean {
  return typeof document !== "undefined" && apiErrorOf(error)?.code === "SERVICE_UNAVAILABLE";
}

/** Whether the server responded, so that a retry would get the same response. */
function isResponse(error: unknown): boolean {
  return error instanceof Error && "status" in error;
}
