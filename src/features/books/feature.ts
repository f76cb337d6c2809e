import type { AreaName } from "#brand/area-names.ts";
import { BookIcon, PlusIcon } from "#ui/icons.ts";
import { UploadIcon } from "#ui/icons.ts";
import { recordSearch } from "#resource/ui/palette.ts";
import type { Feature, FeatureSearch } from "../feature.ts";

const searchIn = (area: AreaName): FeatureSearch =>
  recordSearch(
    "books:title",
    `/${area}/books`,
    async () => (await import("./screens/book-commands.tsx")).bookCommands,
  );

export const booksFeature = {
  permissions: {
    book: { read: ["user", "admin"], create: ["admin"], update: ["admin"], delete: ["admin"] },
  },
  topics: { books: { book: ["read"] } },
  // optional: app
  app: {
    texts: ["books"],
    sidebar: [{ to: "/app/books", label: "books:title", icon: BookIcon }],
    search: searchIn("app"),
  },
  // end: app
  manager: {
    texts: ["books"],
    sidebar: [{ to: "/manager/books", label: "books:title", icon: BookIcon, heading: "areas:application" }],
    actions: [
      { to: "/manager/books/new", label: "books:new.title", icon: PlusIcon },
      { to: "/manager/books/import", label: "books:importBooks", icon: UploadIcon }, // optional: csv
    ],
    search: searchIn("manager"),
  },
} as const satisfies Feature;
