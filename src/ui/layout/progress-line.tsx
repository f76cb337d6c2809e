import { useRouterState } from "@tanstack/react-router";
import { useIsPartLoading } from "../loading-parts.ts";

/** Shows that the next screen, or a part of this one, is loading. Hidden from screen readers, which read the focused heading or dialog afterwards. */
export function ProgressLine() {
  const isPartLoading = useIsPartLoading();
  const isScreenLoading = useRouterState({
    select: ({ isLoading, resolvedLocation }) => isLoading && resolvedLocation !== undefined,
  });
  return (
    (isScreenLoading || isPartLoading) && (
      <div
        aria-hidden
        // Invisible for the first 50 ms, so that what is fast doesn't flicker.
        className="progress-line fixed inset-x-0 top-0 z-40 h-0.5 origin-left scale-x-95 bg-accent [transition:scale_8s_50ms_cubic-bezier(0.1,0.8,0.2,1),opacity_1ms_50ms] rtl:origin-right starting:scale-x-0 starting:opacity-0"
      />
    )
  );
}
