import type { ActivityFields } from "#server/activity/changed-fields.ts";
import type { ActivityEntry } from "#server/activity/record-activity.ts";
import type { Book } from "../schema.ts";

/** A book as an activity entry names it. */
export function activitySubject({ id, title }: Book): ActivityEntry["subject"] {
  return { type: "book", id, name: title };
}

/** The values of a book that activity entries compare. */
export function activityFields({ title, author, publisher, genre, cover }: Book): ActivityFields {
  return { title, author, publisher, genre: genre.name, cover: cover?.id ?? null };
}
