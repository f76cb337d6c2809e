import type pg from "pg";
import { StartError } from "#server/start-error.ts";

/** What a backup needs, each with the grant that a role without it lacks. */
const neededRights = `
  SELECT format('GRANT USAGE ON SCHEMA public TO %I', current_user) AS needed
  WHERE NOT has_schema_privilege('public', 'USAGE')
  UNION ALL
  SELECT DISTINCT format('GRANT SELECT ON ALL %s IN SCHEMA public TO %I',
    CASE relkind WHEN 'r' THEN 'TABLES' ELSE 'SEQUENCES' END, current_user)
  FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S') AND relpersistence = 'p'
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
    AND NOT CASE relkind WHEN 'r' THEN has_table_privilege(oid, 'SELECT') ELSE has_sequence_privilege(oid, 'SELECT') END
  UNION ALL
  SELECT format('GRANT SELECT, INSERT, UPDATE ON last_backup TO %I', current_user)
  FROM pg_class
  WHERE relnamespace = 'public'::regnamespace AND relname = 'last_backup' AND NOT (has_table_privilege(oid, 'SELECT')
    AND has_table_privilege(oid, 'INSERT') AND has_table_privilege(oid, 'UPDATE'))`;

/** @throws StartError naming the grants that the role needs to make a backup */
export async function checkBackupRights(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ needed: string }>(neededRights);
  if (rows.length === 0) return;
  const grants = rows.map(({ needed }) => `${needed};`).join(" ");
  throw new StartError(
    `The role in DATABASE_URL lacks rights that a backup needs: run as the owner of the tables: ${grants}`,
  );
}
