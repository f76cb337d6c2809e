import type { Feature } from "../feature.ts";

export const usersFeature = {
  permissions: {
    user: {
      create: ["admin"],
      list: ["admin"],
      "set-role": ["admin"],
      ban: ["admin"],
      impersonate: ["admin"],
      delete: ["admin"],
      "set-password": ["admin"],
      get: ["admin"],
      update: ["admin"],
    },
    session: { list: ["admin"], revoke: ["admin"], delete: ["admin"] },
  },
  topics: { users: { user: ["list"] }, userSessions: { session: ["list"] } },
} as const satisfies Feature;
