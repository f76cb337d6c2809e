import { BookIcon } from "#ui/icons.ts";
import type { Feature } from "../feature.ts";

export const booksFeature = {
  permissions: {
    book: { read: ["user", "admin"], create: ["admin"], update: ["admin"], delete: ["admin"] },
  },
  topics: { books: { book: ["read"] } },
  // optional: app
  app: {
    texts: ["books"],
    sidebar: [{ to: "/app/books", label: "books:title", icon: BookIcon }],
  },
  // end: app
  manager: {
    texts: ["books"],
    sidebar: [{ to: "/manager/books", label: "books:title", icon: BookIcon, heading: "areas:application" }],
  },
} as const satisfies Feature;
