import type { ActivityKind } from "#features/activity/shared/kinds.ts";

/** Books in the activity: the texts of their fields, in this order. */
export const bookKind: ActivityKind = {
  label: "books:title",
  fields: {
    title: "books:fields.title",
    author: "books:fields.author",
    publisher: "books:fields.publisher",
    genre: "books:fields.genre",
    cover: "books:cover.label",
  },
  images: ["cover"],
};
