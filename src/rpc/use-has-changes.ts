import { hashKey, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";

/** Whether a list has changed since it was loaded, but is too long to be refetched automatically. */
export function useHasChanges(queryKey: QueryKey): boolean {
  const cache = useQueryClient().getQueryCache();
  // `cache.find` would hash the key for every query in the cache, at every change of the cache.
  const hash = hashKey(queryKey);
  const hasChanges = () => {
    const state = cache.get(hash)?.state;
    return state !== undefined && state.isInvalidated && state.fetchStatus === "idle";
  };
  return useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(onChange), [cache]),
    hasChanges,
    () => false,
  );
}
