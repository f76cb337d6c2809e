import { eq, inArray, sql, type SQL } from "drizzle-orm";
import type { PgColumn } from "drizzle-orm/pg-core";
import type { Sql } from "./connect.ts";

/** A Drizzle query, before it is executed. */
export type Query<Row> = {
  prepare(name: string): { execute(values?: Record<string, unknown>): Promise<Row[]> };
};

/**
 * Named prepared statements (docs/decisions/0046): each is built once for a database or a transaction, and each connection
 * parses and plans it once. PostgreSQL may then choose a plan for all values, so none of them may change which plan is best.
 * @returns executes the statement `name`, of at most 63 bytes, which no other statement has. `build` creates the query, with
 * `sql.placeholder` in place of values
 */
export function preparedStatements<Row>() {
  const statements = new WeakMap<Sql, Map<string, ReturnType<Query<Row>["prepare"]>>>();
  return async (
    database: Sql,
    name: string,
    values: Record<string, unknown>,
    build: (database: Sql) => Query<Row>,
  ): Promise<Row[]> => {
    const byName = statements.get(database) ?? new Map<string, ReturnType<Query<Row>["prepare"]>>();
    statements.set(database, byName);
    const statement = byName.get(name) ?? build(database).prepare(name);
    byName.set(name, statement);
    return await statement.execute(values);
  };
}

/** One prepared statement. */
export function preparedStatement<Row>(name: string, build: (database: Sql) => Query<Row>) {
  const execute = preparedStatements<Row>();
  return (database: Sql, values: Record<string, unknown>) => execute(database, name, values, build);
}

/**
 * Reads records by their ids. Only the statement for one id is prepared: for several, the best plan depends on their number.
 * With an array in its place, PostgreSQL expects ten ids, and reads joined tables as a whole.
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
