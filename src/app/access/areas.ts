import type { AreaName } from "#brand/area-names.ts";
import type { Feature } from "#features/feature.ts";
import type { Access, Permissions, PermittedUser } from "#rpc/permissions.ts";
import { SwitchIcon } from "#ui/icons.ts";

/** Who may enter the areas (specification, section 6), the texts that all records share, and the link to App. */
export const areasFeature = {
  permissions: { apps: { app: ["user", "admin"], manager: ["admin"] } },
  app: { texts: ["areas", "resource"] },
  manager: {
    texts: ["areas", "resource"],
    userMenu: [{ to: "/app", label: "areas:openApp", icon: SwitchIcon }],
  },
} as const satisfies Feature;

const entry = { app: { apps: ["app"] }, manager: { apps: ["manager"] } } as const satisfies Record<
  AreaName,
  Permissions
>;

export type Areas = Record<AreaName, boolean>;

/** The areas that a user may enter. */
export function areasOf(user: PermittedUser, access: Access): Areas {
  return { app: access.canUser(user, entry.app), manager: access.canUser(user, entry.manager) };
}
