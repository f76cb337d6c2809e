import { useCallback, useSyncExternalStore } from "react";

/**
 * Whether a media query matches, for example `(prefers-reduced-motion: reduce)`. Layouts use CSS instead: the server doesn't
 * know the answer, so this is false until the page is hydrated.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query);
      list.addEventListener("change", listener);
      return () => list.removeEventListener("change", listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/**
 * Whether the window is narrower than a breakpoint (specification, section 9).
 * @param breakpoint in px
 */
export function useIsMobile(breakpoint = 768): boolean {
  return useMediaQuery(`(width < ${breakpoint}px)`);
}
