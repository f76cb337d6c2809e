import type { AreaName } from "#brand/area-names.ts";
import type { PalettePart } from "#features/palette-part.ts";
import { recordSearch } from "#resource/ui/palette.ts";
import { PlusIcon } from "#ui/icons.ts";
import { UploadIcon } from "#ui/icons.ts";

const searchIn = (area: AreaName) =>
  recordSearch(
    "books:title",
    `/${area}/books`,
    async () => (await import("../screens/book-commands.tsx")).bookCommands,
  );

export const part: PalettePart = {
  app: { search: searchIn("app") }, // optional: app
  manager: {
    actions: [
      { to: "/manager/books/new", label: "books:new.title", icon: PlusIcon },
      { to: "/manager/books/import", label: "books:importBooks", icon: UploadIcon }, // optional: csv
    ],
    search: searchIn("manager"),
  },
};
