import type { ActivityQuery } from "./schema.ts";
import { idFilter, listSearch } from "#ui/list/list-search.ts";

/** The search parameters of the activity, for its route. */
export const activitySearch = listSearch({
  filters: {
    person: idFilter,
    action: nameFilter,
    type: nameFilter,
    subject: textFilter,
    from: day,
    to: day,
  },
});

export type ActivitySearch = ReturnType<typeof activitySearch.validateSearch>;

/** Names of actions and of kinds of things. */
function nameFilter(text: string): string | undefined {
  return /^[a-z][A-Za-z]{0,39}$/.test(text) ? text : undefined;
}

function textFilter(text: string): string {
  return text;
}

/** A day that exists. Not by `isDay`: every page loads this file, and zod is large. */
function day(text: string): string | undefined {
  if (!/^(?!0000)\d{4}-\d\d-\d\d$/.test(text)) return undefined;
  const date = new Date(`${text}T00:00:00Z`);
  const exists = !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
  return exists ? text : undefined;
}

/** Converts search parameters to the list operation's input, without those that aren't set. */
export function toActivityQuery({ person, action, type, subject, from, to }: ActivitySearch) {
  const given = Object.entries({ person, action, type, subject, from, to });
  return Object.fromEntries(
    given.filter((entry): entry is [string, string] => entry[1] !== undefined),
  ) satisfies ActivityQuery;
}
