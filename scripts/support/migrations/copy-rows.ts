import type { Database } from "#server/database/connect.ts";
import {
  insertRows,
  listTables,
  openTables,
  readRows,
  selectRows,
  transactionSettings,
} from "#server/backup/tables.ts";

/** Copies the rows of one database to an earlier version of it: those columns that both have. */
export async function copyRows(from: Pick<Database, "pool">, to: Pick<Database, "pool">): Promise<void> {
  const [source, target] = [await from.pool.connect(), await to.pool.connect()];
  try {
    for (const client of [source, target]) await client.query(`BEGIN; ${transactionSettings}`);
    const present = (await listTables(source)).filter(({ name }) => name !== "applied_migrations");
    const tables = (await listTables(target)).filter(({ name }) =>
      present.some((each) => each.name === name),
    );
    const closeTables = await openTables(target, tables);
    for (const table of tables) {
      const known = present.find(({ name }) => name === table.name)?.columns ?? [];
      const isShared = (_: string, index: number) => known.includes(table.columns[index] ?? "");
      const shared = {
        name: table.name,
        columns: table.columns.filter(isShared),
        types: table.types.filter(isShared),
      };
      const rows: string[] = [];
      for await (const row of readRows(source, selectRows(shared))) rows.push(row);
      if (rows.length > 0) await insertRows(target, shared, rows);
    }
    await closeTables();
    await target.query("COMMIT");
  } finally {
    source.release(true); // Their transactions may be open.
    target.release(true);
  }
}
