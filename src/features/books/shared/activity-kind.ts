import type { ActivityKind } from "#features/activity/shared/kinds.ts";
import { fieldNames } from "#resource/csv/import-fields.ts";
import { importFields } from "../import-fields.ts";

/** Books in the activity: the texts of their fields, in this order. */
export const bookKind: ActivityKind = {
  label: "books:title",
  fields: { ...fieldNames(importFields), cover: "books:cover.label" },
  images: ["cover"],
};
