import { eq, sql, type SQL } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { defineList } from "#resource/server/list/define-list.ts";
import { matches } from "#resource/server/list/filters.ts";
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
    role: matches(user.role, hasRole),
    isBanned: matches(user.banned, isFlag),
    isOnboarded: matches(user.isOnboarded, isFlag),
    isVerified: matches(user.emailVerified, isFlag),
  },
  counts: userCounts,
  async fetch(database, { from, id, columns }) {
    const rows = await database
      .select({ ...columns, user: userColumns })
      .from(from)
      .leftJoin(user, eq(user.id, id));
    return rows.map(({ user: found, ...row }) => ({ ...row, item: found ? toUser(found) : undefined }));
  },
});

/** As the conditions of the indexes in table.ts, with constants: the planner must recognize them. */
function hasRole(column: AnyPgColumn, role: Role): SQL {
  return sql`${column} ~ ${sql.raw(`'\\m${role}\\M'`)}`;
}

function isFlag(column: AnyPgColumn, isSet: boolean): SQL {
  return isSet ? sql`${column}` : sql`not ${column}`;
}
