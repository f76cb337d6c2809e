import type { ActivityKinds } from "#features/activity/shared/kinds.ts";
import type { TextKey } from "#i18n/text-key.ts";
import type { importFields } from "../import-fields.ts";

// Not read from import-fields.ts: it needs zod, which pages with activity would load.
const fields: Record<keyof typeof importFields | "cover", TextKey> = {
  title: "books:fields.title",
  author: "books:fields.author",
  genre: "books:fields.genre",
  publisher: "books:fields.publisher",
  cover: "books:cover.label",
};

/** Books in the activity: the texts of their fields, in this order. */
export const kinds: ActivityKinds = {
  book: { label: "books:title", fields, images: ["cover"], path: "/manager/books" },
};
