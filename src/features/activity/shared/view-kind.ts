import type { ActivityKind } from "./kinds.ts";

/** Saved views of lists for everyone. */
export const viewKind: ActivityKind = {
  label: "resource:views.title",
  fields: { name: "activity:fields.name", list: "resource:views.list", search: "resource:views.search" },
};
