import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { pageQuery } from "../page.ts";

/** Returns a function that refetches the user for all components that show them. */
export function useRefreshUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(async () => {
    // A request that is still pending may have read the user before the change.
    await queryClient
      .getQueryCache()
      .find({ queryKey: pageQuery.queryKey })
      ?.promise?.catch(() => undefined);
    await queryClient.query({ ...pageQuery, staleTime: 0 });
    await router.invalidate();
  }, [queryClient, router]);
}
