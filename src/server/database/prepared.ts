import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Sql } from "./connect.ts";

/** A Drizzle query, before it is executed. */
export type Query<Row> = {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row[]> };
};

/**
 * A named prepared statement (docs/decisions/0046): the query is built once for each database and connection, and each
 * connection parses and plans it once. PostgreSQL may then choose a plan for all values, so none of them may change which
 * plan is best.
 * @param name at most 63 bytes, of this statement only
 * @param build creates the query, with `sql.placeholder` in place of values
 */
export function preparedStatement<Row>(name: string, build: (database: Sql) => Query<Row>) {
  // Each transaction is another object, with its connection's session.
  const statements = new WeakMap<Sql["_"]["session"], ReturnType<Query<Row>["prepare"]>>();
  return async (database: Sql, values: Record<string, unknown>): Promise<Row[]> => {
    const { session } = database._;
    const known = statements.get(session);
    if (known) return await known.execute(values);
    const statement = build(database).prepare(name);
    statements.set(session, statement);
    return await statement.execute(values);
  };
}

/**
 * Reads records by their ids. Only the statement for one id is prepared: for several, the best plan depends on their number.
 * With an array in its place, PostgreSQL expects ten ids, and reads joined tables as a whole.
 * @param name of the statement for one id, as for `preparedStatement`
 * @param id the column, of UUIDs
 * @param select creates the query with a condition
 */
export function selectById<Row>(
  name: string,
  id: PgColumn,
  select: (database: Sql, isWanted: SQL) => Query<Row> & PromiseLike<Row[]>,
) {
  const selectOne = preparedStatement(name, (database) => select(database, eq(id, sql.placeholder("id"))));
  return async (database: Sql, ids: readonly string[]): Promise<Row[]> =>
    ids.length === 1 ? await selectOne(database, { id: ids[0] }) : await select(database, inArray(id, ids));
}
