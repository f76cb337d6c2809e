import { toDayRange } from "#resource/ui/list/day-range.ts";
import { toListQuery } from "#resource/ui/list/to-list-query.ts";
import { choiceFilter, dayFilter, idFilter, listSearch } from "#ui/list/list-search.ts";

/** The search parameters of the activity, for its route. */
export const activitySearch = listSearch({
  filters: {
    person: idFilter,
    key: idFilter, // optional: api-keys
    action: nameFilter,
    type: nameFilter,
    subject: textFilter,
    from: dayFilter,
    to: dayFilter,
    /** For links from days in UTC. */
    zone: choiceFilter(["UTC"]),
  },
});

export type ActivitySearch = ReturnType<typeof activitySearch.validateSearch>;

function nameFilter(text: string): string | undefined {
  return /^[a-z][A-Za-z]{0,39}$/.test(text) ? text : undefined;
}

function textFilter(text: string): string {
  return text;
}

/**
 * Converts search parameters to the list operation's input, without those that aren't set.
 * @param timeZone of the days, unless they are those of another one
 */
export function toActivityQuery({ zone, from, to, ...search }: ActivitySearch, timeZone: string) {
  return toListQuery({ ...search, ...toDayRange({ from, to }, zone ?? timeZone) });
}
