import { useRouterState } from "@tanstack/react-router";
import "./progress-line.css";

/** Shows that the next screen is loading. Hidden from screen readers, which read the focused heading afterwards. */
export function ProgressLine() {
  const isLoading = useRouterState({
    select: ({ isLoading, resolvedLocation }) => isLoading && resolvedLocation !== undefined,
  });
  return isLoading && <div aria-hidden className="progress-line" />;
}
