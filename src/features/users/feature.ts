import { PersonIcon, PlusIcon } from "#ui/icons.ts";
import { recordSearch } from "#resource/ui/palette.ts";
import type { Feature, FeatureSearch } from "../feature.ts";

const search: FeatureSearch = recordSearch(
  "users:title",
  "/manager/users",
  async () => (await import("./screens/user-commands.tsx")).userCommands,
);

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
    actions: [{ to: "/manager/users/new", label: "users:new.title", icon: PlusIcon }],
    search,
  },
} as const satisfies Feature;
