import type { DatabaseConnection } from "#server/database/connection.ts";
import { uniqueWord } from "./test.ts";
import { query } from "./people.ts";

/** What the database does with which table, and for which row (SQL, of OLD or NEW). */
type Change = [event: "INSERT" | "UPDATE" | "DELETE", table: string, row: string];

/** Makes a running server fail to make changes: its database rejects them. @returns a function that ends it */
export async function failChanges(
  connection: DatabaseConnection,
  changes: Change[],
): Promise<() => Promise<void>> {
  const name = `fail_${uniqueWord()}`;
  const triggers = changes.map(
    ([event, table, row], index) =>
      `CREATE TRIGGER ${name}_${index} BEFORE ${event} ON "${table}" FOR EACH ROW WHEN (${row}) EXECUTE FUNCTION ${name}();`,
  );
  const body = `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'failed'; END $$;`;
  await query(connection, [body, ...triggers].join("\n"), []);
  return async () => void (await query(connection, `DROP FUNCTION IF EXISTS ${name} CASCADE`, []));
}
