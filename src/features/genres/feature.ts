import { TagIcon } from "#ui/icons.ts";
import type { Feature } from "../feature.ts";

export const genresFeature = {
  permissions: {
    genre: { read: ["user", "admin"], create: ["admin"], update: ["admin"], delete: ["admin"] },
  },
  topics: { genres: { genre: ["read"] } },
  app: { texts: ["genres"] }, // optional: app
  manager: {
    texts: ["genres"],
    sidebar: [{ to: "/manager/genres", label: "genres:title", icon: TagIcon, heading: "areas:application" }],
  },
} as const satisfies Feature;
