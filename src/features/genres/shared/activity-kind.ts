import type { ActivityKind } from "#features/activity/shared/kinds.ts";

/** Genres in the activity: the texts of their fields, in this order. */
export const genreKind: ActivityKind = {
  label: "genres:title",
  fields: { name: "genres:fields.name", hue: "genres:fields.hue" },
};
