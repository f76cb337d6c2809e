import { useMemo, type ReactNode } from "react";
import { CanProvider, type Can } from "#rpc/can.tsx";
import type { PageUser } from "../page/page.ts";
import { accessFor } from "./access.ts";

/** What the page's user may do, decided as on the server. */
export function canOf(user: PageUser): Can {
  const { canUser } = accessFor(user.isAlwaysPermitted ? [user.id] : []);
  return (permissions) => canUser(user, permissions);
}

/** Tells the components in it what the page's user may do. */
export function UserCan({ user, children }: { user: PageUser; children: ReactNode }) {
  const can = useMemo(() => canOf(user), [user]);
  return <CanProvider value={can}>{children}</CanProvider>;
}
