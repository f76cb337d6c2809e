import { rootRouteId, useRouteContext } from "@tanstack/react-router";

/** Whether an administrator impersonates the user, who keeps what only they may change. */
export function useIsImpersonated(): boolean {
  return useRouteContext({ from: rootRouteId, select: ({ page }) => Boolean(page?.user?.impersonation) });
}
