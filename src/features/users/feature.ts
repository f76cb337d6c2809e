import { PersonIcon, PlusIcon } from "#ui/icons.ts";
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
  manager: {
    texts: ["users"],
    sidebar: [
      { to: "/manager/users", label: "users:title", icon: PersonIcon, heading: "areas:configuration" },
    ],
    actions: [{ to: "/manager/users/new", label: "users:new.title", icon: PlusIcon }],
    search: {
      heading: "users:title",
      // The code that searches is loaded with the first search.
      async find(term: string, signal: AbortSignal) {
        const { findUserCommands } = await import("./screens/user-commands.tsx");
        return await findUserCommands(term, signal);
      },
    },
  },
} as const satisfies Feature;
