import { PersonIcon } from "#ui/icons.ts";
import type { Feature } from "../feature.ts";

export const authFeature = {
  permissions: {
    account: { update: ["user", "admin"] },
    session: { list: ["admin"], revoke: ["admin"], delete: ["admin"] },
    apiKey: { list: ["admin"], revoke: ["admin"] }, // optional: api-keys
  },
  topics: {
    userSessions: { session: ["list"] },
    userKeys: { apiKey: ["list"] }, // optional: api-keys
  },
  // optional: app
  app: {
    texts: ["auth"],
    sidebar: [{ to: "/app/account", label: "auth:navigation.account", icon: PersonIcon }],
  },
  // end: app
  manager: {
    texts: ["auth"],
    userMenu: [{ to: "/manager/account", label: "auth:navigation.account", icon: PersonIcon }],
  },
} as const satisfies Feature;
