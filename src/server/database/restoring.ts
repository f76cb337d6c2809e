import pg from "pg";
import { StartError } from "#server/start-error.ts";

/*
 * A restore stores files and the secret once the database is committed. Until all is stored, a comment on a table says so: if
 * the command was interrupted, the product doesn't start without them, and the same backup can be restored again.
 */

const table = "public.applied_migrations";

/** @returns what `markRestoring` has stored, until it was removed */
export async function readRestoring(client: pg.ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ text: string | null }>(
    `SELECT obj_description(to_regclass('${table}'), 'pg_class') AS text`,
  );
  return rows[0]?.text ?? undefined;
}

/** @param backup names the backup; undefined removes the mark */
export async function markRestoring(client: pg.ClientBase, backup: string | undefined): Promise<void> {
  await client.query(
    `COMMENT ON TABLE ${table} IS ${backup === undefined ? "NULL" : pg.escapeLiteral(backup)}`,
  );
}

/** @throws StartError if a restore was interrupted after the database was restored */
export async function checkRestored(client: pg.ClientBase): Promise<void> {
  const backup = await readRestoring(client);
  if (backup !== undefined)
    throw new StartError(
      `Restoring the backup of ${backup} was interrupted: restore it again (docs/backup.md), or use another database.`,
    );
}
