import { sql, type SQL } from "drizzle-orm";
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

/** The condition that a UUID is among the statement's `ids`, as many as there are. */
export function isAmong(column: PgColumn): SQL {
  return sql`${column} = any (${sql.placeholder("ids")}::uuid[])`;
}
