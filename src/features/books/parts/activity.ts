import type { ActivityKinds } from "#features/activity/shared/kinds.ts";
import type { TextKey } from "#i18n/text-key.ts";

const fields: Record<string, TextKey> = {
  title: "books:fields.title",
  author: "books:fields.author",
  genre: "books:fields.genre",
  publisher: "books:fields.publisher",
  cover: "books:cover.label", // optional: images
};

/** Books in the activity: the texts of their fields, in this order. */
export const kinds: ActivityKinds = {
  book: {
    label: "books:title",
    fields,
    formats: { cover: "image" }, // optional: images
    path: "/manager/books",
  },
};
