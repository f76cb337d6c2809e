import { type AreaName, areaNames } from "#brand/area-names.ts";
import type { Feature } from "#features/feature.ts";
import type { Access, PermittedUser } from "#rpc/permissions.ts";
import { SwitchIcon } from "#ui/icons.ts";

/** Who may enter the areas (specification, section 6), the texts that all records share, and links between the areas. */
export const areasFeature = {
  permissions: {
    apps: {
      app: ["user", "admin"], // optional: app
      manager: ["admin"],
    },
  },
  app: { texts: ["areas", "resource"] }, // optional: app
  manager: {
    texts: ["areas", "resource"],
    userMenu: [{ to: "/app", label: "areas:openApp", icon: SwitchIcon }], // optional: app
  },
} as const satisfies Feature;

export type Areas = Record<AreaName, boolean>;

/** The areas that a user may enter. */
export function areasOf(user: PermittedUser, access: Access): Areas {
  return Object.fromEntries(areaNames.map((area) => [area, access.canUser(user, { apps: [area] })])) as Areas;
}
