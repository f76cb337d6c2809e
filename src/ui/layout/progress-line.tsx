import { useRouterState } from "@tanstack/react-router";
import "./progress-line.css";

/**
 * A line at the top while the next screen loads; not for what comes at once. For the eye alone: where the screen has come,
 * its heading takes the focus and is read.
 */
export function ProgressLine() {
  const isLoading = useRouterState({
    select: ({ isLoading, resolvedLocation }) => isLoading && resolvedLocation !== undefined,
  });
  return isLoading && <div aria-hidden className="progress-line" />;
}
