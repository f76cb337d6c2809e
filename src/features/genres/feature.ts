import type { AreaName } from "#brand/area-names.ts";
import { TagIcon } from "#ui/icons.ts";
import type { Feature, FeatureSearch } from "../feature.ts";

const searchIn = (area: AreaName): FeatureSearch => ({
  heading: "genres:title",
  async find(term, { queryClient }) {
    const { findGenreCommands } = await import("./screens/genre-commands.ts");
    return await findGenreCommands(queryClient, area, term);
  },
});

export const genresFeature = {
  permissions: {
    genre: { read: ["user", "admin"], create: ["admin"], update: ["admin"], delete: ["admin"] },
  },
  topics: { genres: { genre: ["read"] } },
  app: { texts: ["genres"], search: searchIn("app") }, // optional: app
  manager: {
    texts: ["genres"],
    sidebar: [{ to: "/manager/genres", label: "genres:title", icon: TagIcon, heading: "areas:application" }],
    search: searchIn("manager"),
  },
} as const satisfies Feature;
