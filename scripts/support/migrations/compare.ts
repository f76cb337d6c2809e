import { generateMigration } from "drizzle-kit/api";
import type pg from "pg";
import type { Database } from "#server/database/connect.ts";
import { emptySnapshot, type Snapshot } from "./snapshot.ts";

/** What PostgreSQL says of a table, or of a part of it. */
type Part = { table: string; name: string; definition: string };

/** The tables of a schema, and their parts. Neither names of primary keys nor those of NOT NULL matter. */
const selectParts = `
  SELECT relname AS "table", 'the table ' || relname AS name, '' AS definition
  FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind = 'r'
  UNION ALL
  SELECT relname, format('the column %s of %s', attname, relname), concat_ws(' ', format_type(atttypid, atttypmod),
    (SELECT 'COLLATE ' || quote_ident(collname) FROM pg_collation JOIN pg_type ON pg_type.oid = atttypid
     WHERE pg_collation.oid = attcollation AND attcollation <> typcollation),
    CASE WHEN attgenerated <> '' THEN 'GENERATED AS' WHEN attidentity <> '' THEN 'GENERATED AS IDENTITY' END,
    CASE WHEN atthasdef AND attgenerated = '' THEN 'DEFAULT' END,
    (SELECT pg_get_expr(adbin, adrelid, true) FROM pg_attrdef WHERE adrelid = attrelid AND adnum = attnum),
    CASE WHEN attnotnull THEN 'NOT NULL' END)
  FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
  WHERE relnamespace = $1::regnamespace AND relkind = 'r' AND attnum > 0 AND NOT attisdropped
  UNION ALL
  SELECT relname,
    CASE contype WHEN 'p' THEN 'the primary key' ELSE 'the constraint ' || conname END || ' of ' || relname,
    pg_get_constraintdef(pg_constraint.oid, true)
  FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
  WHERE relnamespace = $1::regnamespace AND contype IN ('c', 'f', 'p', 'u', 'x')
  UNION ALL
  SELECT owner.relname, format('the index %s of %s', own.relname, owner.relname), pg_get_indexdef(indexrelid, 0, true)
  FROM pg_index JOIN pg_class AS owner ON owner.oid = indrelid JOIN pg_class AS own ON own.oid = indexrelid
  WHERE owner.relnamespace = $1::regnamespace
    AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY 1, 2`;

/**
 * Compares the tables of a migrated database with declared ones: creates these beside them, and compares what PostgreSQL
 * says of both. Foreign keys that no table declares are accepted, since a layer can't name the tables of those above it.
 * @returns what differs, as sentences that begin with "The migrations"
 */
export async function compareTables({ pool }: Pick<Database, "pool">, declared: Snapshot): Promise<string[]> {
  const statements = await generateMigration(emptySnapshot, declared);
  const client = await pool.connect();
  try {
    await client.query("BEGIN; CREATE SCHEMA declared; SET LOCAL search_path = declared, public");
    for (const statement of statements) await client.query(statement.replaceAll('"public".', ""));
    return describeDifferences(await readParts(client, "declared"), await readParts(client, "public"));
  } finally {
    await client.query("ROLLBACK");
    client.release();
  }
}

/** @returns the parts by their names */
async function readParts(client: pg.ClientBase, schema: string): Promise<Map<string, Part>> {
  await client.query(`SET LOCAL search_path = ${schema}, public`);
  const { rows } = await client.query<Part>(selectParts, [schema]);
  const parts = rows.filter(({ table }) => table !== "applied_migrations");
  return new Map(parts.map((part) => [part.name, part]));
}

function describeDifferences(declared: Map<string, Part>, made: Map<string, Part>): string[] {
  return [...new Map([...made, ...declared])].flatMap(([name, { table }]) => {
    const [wanted, present] = [declared.get(name)?.definition, made.get(name)?.definition];
    const tableName = `the table ${table}`;
    // Of a table that is missing on one side, it is enough to name itself.
    const isOfDifferentTable = name !== tableName && !(declared.has(tableName) && made.has(tableName));
    if (wanted === present || isOfDifferentTable) return [];
    if (present?.startsWith("FOREIGN KEY") && wanted === undefined) return [];
    const colon = (definition = "") => definition && `: ${definition}`;
    return [
      present === undefined
        ? `The migrations don't create ${name}, which its table.ts declares${colon(wanted)}`
        : wanted === undefined
          ? `The migrations create ${name}, which no table.ts declares${colon(present)}`
          : `The migrations create ${name} as ${present}, and its table.ts declares ${wanted}`,
    ];
  });
}
