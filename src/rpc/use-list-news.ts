import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";

/** Whether a list has changed since it was loaded, and is too long to be asked for again by itself. */
export function useListNews(queryKey: QueryKey): boolean {
  const cache = useQueryClient().getQueryCache();
  const hasNews = () => {
    const state = cache.find({ queryKey })?.state;
    return state !== undefined && state.isInvalidated && state.fetchStatus === "idle";
  };
  return useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(onChange), [cache]),
    hasNews,
    () => false,
  );
}
