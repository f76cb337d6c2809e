import { createContext, use, type ReactNode } from "react";
import type { Permissions } from "./permissions.ts";

/** Whether the signed-in user has permissions: `can({ book: ["update"] })`. */
export type Can = (permissions: Permissions) => boolean;

const CanContext = createContext<Can>(() => false);

/** Tells the components in it what the signed-in user may do. */
export const CanProvider = CanContext.Provider;

/** What the signed-in user may do, for what a screen shows (specification, section 6). The server checks each operation itself. */
export function useCan(): Can {
  return use(CanContext);
}

type CanProps = {
  permissions: Permissions;
  children: ReactNode;
  /** Shown without the permissions. */
  otherwise?: ReactNode;
};

/** Shows its children to users with the permissions. */
export function Can({ permissions, children, otherwise }: CanProps) {
  return useCan()(permissions) ? children : otherwise;
}
