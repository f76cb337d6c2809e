import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";

/** Returns a function that refetches the user for all components that show them. */
export function useRefreshUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(async () => {
    const queryKey = ["page"];
    // A request that is still pending may have read the user before the change.
    await queryClient
      .getQueryCache()
      .find({ queryKey })
      ?.promise?.catch(() => undefined);
    // As a query, it is sent again if the connection is lost.
    const refresh = () => router.options.context.pageData.refresh();
    await queryClient.query({ queryKey, queryFn: refresh, staleTime: 0 });
    await router.invalidate();
  }, [queryClient, router]);
}
