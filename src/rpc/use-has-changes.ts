import { useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useCallback, useSyncExternalStore } from "react";

/** Whether a list has changed since it was loaded, but is too long to be refetched automatically. */
export function useHasChanges(queryKey: QueryKey): boolean {
  const cache = useQueryClient().getQueryCache();
  const hasChanges = () => {
    const state = cache.find({ queryKey })?.state;
    return state !== undefined && state.isInvalidated && state.fetchStatus === "idle";
  };
  return useSyncExternalStore(
    useCallback((onChange) => cache.subscribe(onChange), [cache]),
    hasChanges,
    () => false,
  );
}
