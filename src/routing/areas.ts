import type { AreaName } from "#brand/areas.ts";
import { canUser, type Permissions } from "#access.ts";

const areas = {
  app: { apps: ["app"] },
  manager: { apps: ["manager"] },
} as const satisfies Record<AreaName, Permissions>;

export type Areas = Record<AreaName, boolean>;

/** The areas that someone may enter (specification, section 6). */
export function areasOf(user: { id: string; role: string }, adminUserIds: readonly string[]): Areas {
  return {
    app: canUser(user, areas.app, adminUserIds),
    manager: canUser(user, areas.manager, adminUserIds),
  };
}
