import { eq, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { defineList } from "#resource/server/list/define-list.ts";
import { fetchBy } from "#resource/server/list/fetch-rows.ts";
import { equals, matches } from "#resource/server/list/filters.ts";
import { text, time } from "#resource/server/list/sorts.ts";
import type { Role } from "#rpc/permissions.ts";
import type { ListedUser, UserListQuery } from "../schema.ts";
import { toUser, userColumns } from "../store.ts";
import { user, userCounts } from "../table.ts";

/** The list of users, by page and as a stream. */
export const userList = defineList<UserListQuery, ListedUser>({
  table: user,
  searchText: user.searchText,
  sorts: {
    name: text(user.name, { blanks: "last" }),
    email: text(user.email),
    createdAt: time(user.createdAt),
  },
  filters: {
    isBanned: equals(user.banned),
    isOnboarded: equals(user.isOnboarded),
    isVerified: equals(user.emailVerified),
    // Administrators have indexes of all orders. The other users are almost all.
    role: { ...matches(user.role, hasRole), isOrdered: true },
  },
  counts: userCounts,
  fetch: fetchBy(
    (database, { from, id, columns }) =>
      database
        .select({ ...columns, user: userColumns })
        .from(from)
        .leftJoin(user, eq(user.id, id)),
    ({ user: found }) => found && toUser(found),
  ),
});

/** As the condition of the indexes in table.ts, with a constant: the planner must recognize it. */
function hasRole(column: AnyPgColumn, role: Role): SQL {
  return sql`${column} ~ ${sql.raw(`'\\m${role}\\M'`)}`;
}
