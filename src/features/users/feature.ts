import { PersonIcon } from "#ui/icons.ts";
import type { Feature } from "../feature.ts";

export const usersFeature = {
  permissions: {
    user: {
      create: ["admin"],
      list: ["admin"],
      "set-role": ["admin"],
      ban: ["admin"],
      impersonate: ["admin"], // optional: impersonation
      delete: ["admin"],
      "set-password": ["admin"],
      get: ["admin"],
      update: ["admin"],
    },
  },
  topics: { users: { user: ["list"] } },
  manager: {
    texts: ["users"],
    sidebar: [
      { to: "/manager/users", label: "users:title", icon: PersonIcon, heading: "areas:configuration" },
    ],
  },
} as const satisfies Feature;
