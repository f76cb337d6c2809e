import type { PalettePart } from "#features/palette-part.ts";
import { recordSearch } from "#resource/ui/palette.ts";
import { PlusIcon } from "#ui/icons.ts";

export const part: PalettePart = {
  manager: {
    actions: [{ to: "/manager/users/new", label: "users:new.title", icon: PlusIcon }],
    search: recordSearch(
      "users:title",
      "/manager/users",
      async () => (await import("../screens/user-commands.tsx")).userCommands,
    ),
  },
};
