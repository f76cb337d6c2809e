import { QueryClient } from "@tanstack/react-query";

/** TanStack Query as the product uses it: data that a page was rendered with is fresh for half a minute. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: 30_000, retry: (count, error) => count < 2 && !isAnswer(error) },
    },
  });
}

/** Whether the server did answer, so that asking again won't help: only lost connections are tried again. */
function isAnswer(error: unknown): boolean {
  return error instanceof Error && "status" in error;
}
