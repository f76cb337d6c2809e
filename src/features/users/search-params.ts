import { toListQuery } from "#resource/ui/list/to-list-query.ts";
import { roles } from "#rpc/permissions.ts";
import { choiceFilter, dayFilter, flagFilter, listSearch } from "#ui/list/list-search.ts";

/** The columns of Manager's list that users can hide. */
export const hideable = ["onboardedAt", "createdAt"];

/** The search parameters of the list, for its route. */
export const userListSearch = listSearch({
  sortable: ["name", "email", "createdAt"],
  defaultSort: "name",
  filters: {
    role: choiceFilter(roles),
    banned: flagFilter,
    onboarded: flagFilter,
    verified: flagFilter,
  },
  isSelectable: true,
  hideable,
});

export type UserListSearch = ReturnType<typeof userListSearch.validateSearch>;

/** The search parameters of a user's page, for its route: the days of the listed sessions. */
export const userSearch = listSearch({ filters: { from: dayFilter, to: dayFilter } });

/** Converts search parameters to the list operation's input. */
export function toUserListQuery({ role, banned, onboarded, verified, ...search }: UserListSearch) {
  return toListQuery({ ...search, role, isBanned: banned, isOnboarded: onboarded, isVerified: verified });
}
