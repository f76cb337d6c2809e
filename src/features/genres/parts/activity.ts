import type { ActivityKinds } from "#features/activity/shared/kinds.ts";

/** Genres in the activity: the texts of their fields, in this order. */
export const kinds: ActivityKinds = {
  genre: { label: "genres:title", fields: { name: "genres:fields.name", hue: "genres:fields.hue" } },
};
