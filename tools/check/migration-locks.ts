import type pg from "pg";
import type { Migration } from "../../src/server/database/migrations/files.ts";
import type { Finding } from "./run-checks.ts";

/** Migrations with earlier names were committed before there was this check. */
const firstName = "20261127120000";

/** What a migration that may block writers for long has in a line, with the reason. */
const accepted = /^-- Long lock: ./m;

/** What a transaction has done to a table so far. */
type Use = { name: string; scans: number; rowsRead: number; rowsChanged: number; modes: string[] | null };

/** The locks with which others can't write to a table. */
const blocking = ["ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"];

/**
 * Applies a migration, takes it back, and names the statements that block the writers of a table for a time that grows with
 * its rows: they read a whole table while they have a lock, or change all of its rows.
 * @param tables those that a running release has
 */
export async function findLongLocks(
  client: pg.ClientBase,
  { name, text, statements }: Pick<Migration, "name" | "text" | "statements">,
  tables: string[],
): Promise<Finding[]> {
  if (name < firstName || accepted.test(text)) return [];
  const findings: Finding[] = [];
  await client.query("BEGIN");
  let before = await readUses(client, tables);
  for (const statement of statements) {
    const isDone = await client.query(statement).then(
      () => true,
      () => false, // The migration is reported when it is applied.
    );
    if (!isDone) break;
    const after = await readUses(client, tables);
    const problem = problemOf(before, after);
    const start = statement
      .replaceAll(/^\s*--.*$/gm, "")
      .trim()
      .replaceAll(/\s+/g, " ")
      .slice(0, 80);
    if (problem)
      findings.push({ file: `migrations/${name}.sql`, problem: `${problem}: ${start}… ${advice}` });
    before = after;
  }
  await client.query("ROLLBACK");
  return findings;
}

const advice =
  "(docs/architecture.md, Migrations beside a running release, says how to do without, or accept it)";

async function readUses(client: pg.ClientBase, tables: string[]): Promise<Use[]> {
  const { rows } = await client.query<Use>(
    `SELECT relname AS name, seq_scan::int AS scans, seq_tup_read::int AS "rowsRead",
       (n_tup_upd + n_tup_del)::int AS "rowsChanged",
       (SELECT array_agg(mode) FROM pg_locks WHERE pid = pg_backend_pid() AND relation = relid AND granted) AS modes
     FROM pg_stat_xact_user_tables WHERE schemaname = 'public' AND relname = ANY ($1) ORDER BY relname`,
    [tables],
  );
  return rows;
}

function problemOf(before: Use[], after: Use[]): string | undefined {
  const read = after.flatMap((use) => {
    const { scans = 0, rowsRead = 0, rowsChanged = 0 } = before.find(({ name }) => name === use.name) ?? {};
    const isChanged = use.rowsChanged - rowsChanged >= use.rowsRead - rowsRead;
    return use.scans > scans ? [{ ...use, isChanged }] : [];
  });
  const locked = after.find(({ modes }) => modes?.some((mode) => blocking.includes(mode)));
  if (read[0] && locked)
    return `reads all rows of ${read[0].name} while no one else can write to ${locked.name}`;
  const changed = read.find(({ modes, isChanged }) => isChanged && modes?.includes("RowExclusiveLock"));
  return changed && `changes all rows of ${changed.name}, which others can't change meanwhile`;
}
