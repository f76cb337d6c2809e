import { useRouterState } from "@tanstack/react-router";
import { useIsPartLoading } from "../loading-parts.ts";
import "./progress-line.css";

/** Shows that the next screen, or a part of this one, is loading. Hidden from screen readers, which read the focused heading or dialog afterwards. */
export function ProgressLine() {
  const isPartLoading = useIsPartLoading();
  const isScreenLoading = useRouterState({
    select: ({ isLoading, resolvedLocation }) => isLoading && resolvedLocation !== undefined,
  });
  return (isScreenLoading || isPartLoading) && <div aria-hidden className="progress-line" />;
}
