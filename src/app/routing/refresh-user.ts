import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { pageQuery } from "#app/page.ts";

/** Reads again who the person is, for every place on the page that shows it. */
export function useRefreshUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(async () => {
    // An answer that is on its way may have been asked for before what changed.
    await queryClient
      .getQueryCache()
      .find({ queryKey: pageQuery.queryKey })
      ?.promise?.catch(() => undefined);
    await queryClient.query({ ...pageQuery, staleTime: 0 });
    await router.invalidate();
  }, [queryClient, router]);
}
