import type pg from "pg";

/** Stores that there is a backup, so that every instance knows its age. A database before the table's migration stores nothing. */
export async function recordBackup(pool: Pick<pg.Pool, "query">, asOf: string): Promise<void> {
  const { rows } = await pool.query("SELECT WHERE to_regclass('public.last_backup') IS NOT NULL");
  if (rows.length === 0) return;
  await pool.query(
    `INSERT INTO public.last_backup AS known (as_of) VALUES ($1)
     ON CONFLICT (id) DO UPDATE SET as_of = greatest(known.as_of, excluded.as_of)`,
    [asOf],
  );
}

/** For how many seconds of changes there is no backup: since the last one or, without any, since the first migration. */
export async function readBackupAge(pool: Pick<pg.Pool, "query">): Promise<number> {
  const { rows } = await pool.query<{ seconds: number }>(
    `SELECT extract(epoch FROM now() - coalesce((SELECT as_of FROM public.last_backup), min(applied_at)))::float8 AS seconds
     FROM public.applied_migrations`,
  );
  return rows[0]?.seconds ?? 0;
}
