import type pg from "pg";

/** Drops the tables' indexes during `work`, since creating them afterwards is faster. */
export async function withoutIndexes(client: pg.ClientBase, tables: string[], work: () => Promise<unknown>) {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename = ANY ($1) AND indexdef NOT LIKE 'CREATE UNIQUE%'`,
    [tables],
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  await work();
  for (const { definition } of rows) await client.query(definition);
}
