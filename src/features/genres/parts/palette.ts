import type { AreaName } from "#brand/area-names.ts";
import type { PalettePart } from "#features/palette-part.ts";

const inArea = (area: AreaName): PalettePart[AreaName] => ({
  search: {
    heading: "genres:title",
    async find(term, { queryClient }) {
      const { findGenreCommands } = await import("../screens/genre-commands.ts");
      return await findGenreCommands(queryClient, area, term);
    },
  },
});

export const part: PalettePart = {
  app: inArea("app"), // optional: app
  manager: inArea("manager"),
};
