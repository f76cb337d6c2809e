import pg from "pg";
import type { Row, TableContent } from "./entry.ts";

/** A table with the columns that are stored, not generated. */
export type Table = { name: string; columns: string[]; types: string[] };

const rowsAtOnce = 1_000;
const { escapeIdentifier: quote } = pg;

/** Makes values have the same text on every server, until the transaction ends; and lets it take any time. */
export const transactionSettings = `
  SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = '1min'; SET LOCAL idle_in_transaction_session_timeout = 0;
  SET LOCAL search_path = public; SET LOCAL row_security = off; SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD';
  SET LOCAL IntervalStyle = 'postgres'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`;

/** The tables of the product: no unlogged ones, whose rows PostgreSQL may lose at any time, and none of extensions. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns,
      array_agg(format_type(atttypid, atttypmod) ORDER BY attnum) AS types
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
      AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    GROUP BY pg_class.oid ORDER BY relname`);
  return rows;
}

/** Names of the sequences in use. */
export async function listSequences(client: pg.ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'S' AND relpersistence = 'p' ORDER BY relname`);
  return rows.map(({ name }) => name);
}

/** The table in SQL. */
export function tableName({ name }: Pick<Table, "name">): string {
  return `public.${quote(name)}`;
}

/** Reads the rows of a query that has one column of text, within a transaction. */
export async function* readRows(client: pg.ClientBase, query: string): AsyncGenerator<string> {
  await client.query(`DECLARE backup_rows NO SCROLL CURSOR FOR ${query}`);
  for (;;) {
    const { rows } = await client.query<[string]>({
      text: `FETCH ${rowsAtOnce} FROM backup_rows`,
      rowMode: "array",
    });
    if (rows.length === 0) break;
    for (const [row] of rows) yield row;
  }
  await client.query("CLOSE backup_rows");
}

/** Selects each row of a table as an array of texts in JSON. */
export function selectRows({ name, columns }: Omit<Table, "types">): string {
  const texts = columns.map((column) => `${quote(column)}::text`);
  return `SELECT array_to_json(ARRAY[${texts.join(", ")}])::text AS row FROM ${tableName({ name })}`;
}

/** Counts a table's rows, and sums up their hashes, so that their order doesn't matter. */
export async function readContent(client: pg.ClientBase, table: Omit<Table, "types">): Promise<TableContent> {
  const hash = "('x' || left(encode(sha256(convert_to(row, 'UTF8')), 'hex'), 15))::bit(60)::bigint";
  const { rows } = await client.query<TableContent>(
    `SELECT count(*)::text AS rows, coalesce(sum(${hash}), 0)::text AS checksum FROM (${selectRows(table)}) AS rows`,
  );
  return rows[0] as TableContent;
}

/** Inserts rows that `selectRows` has read. */
export async function insertRows(client: pg.ClientBase, table: Table, rows: Row[]): Promise<void> {
  const values = table.types.map((type, index) => `(row->>${index})::${type}`);
  await client.query(
    `INSERT INTO ${tableName(table)} (${table.columns.map(quote).join(", ")}) OVERRIDING SYSTEM VALUE
     SELECT ${values.join(", ")} FROM json_array_elements($1::json) AS row`,
    [`[${rows.join(",")}]`],
  );
}

/**
 * Empties the tables, and lets rows be inserted in any order, as they are, and fast: without foreign keys, triggers and the indexes
 * that are no constraints. The owner of the tables may do this.
 * @returns makes them as they were: creates the indexes, and checks the foreign keys
 */
export async function openTables(client: pg.ClientBase, tables: Table[]): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ open: string; close: string }>(`
    SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS open,
      format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS close
    FROM pg_constraint WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace
    UNION ALL
    SELECT format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
    FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relpersistence = 'p'
      AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND conrelid = indrelid)
    UNION ALL
    SELECT format('ALTER TABLE %s DISABLE TRIGGER %I', tgrelid::regclass, tgname),
      format('ALTER TABLE %s ENABLE %s TRIGGER %I', tgrelid::regclass,
        CASE tgenabled WHEN 'A' THEN 'ALWAYS' WHEN 'R' THEN 'REPLICA' END, tgname)
    FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
    WHERE NOT tgisinternal AND tgenabled <> 'D' AND relnamespace = 'public'::regnamespace`);
  for (const { open } of rows) await client.query(open);
  await client.query(`TRUNCATE ${tables.map(tableName).join(", ")}`);
  return async () => {
    await client.query("SET LOCAL maintenance_work_mem = '256MB'");
    // Foreign keys come last: they may refer to a unique index.
    for (const { close } of rows.toReversed()) await client.query(close);
  };
}
