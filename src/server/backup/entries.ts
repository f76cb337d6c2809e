import type pg from "pg";
import { StartError } from "#server/start-error.ts";
import { type AppliedMigration, type Entry, format, type Row } from "./entry.ts";
import { type ImageSource, readImages } from "./images.ts";
import { checkBackupRights } from "./rights.ts";
import {
  listSequences,
  listTables,
  readContent,
  readRows,
  selectRows,
  tableName,
  transactionSettings,
} from "./tables.ts";

type Source = {
  secret?: string | undefined;
  images?: ImageSource; // optional: images
};

/**
 * Reads what a backup contains: the database as it is now, in one transaction, during which others can write.
 * @throws StartError if the database has no tables yet, or the role may not read them
 */
export async function* readEntries(client: pg.ClientBase, source: Source): AsyncGenerator<Entry | Row> {
  const names = (await listTables(client)).map(tableName);
  if (!names.includes('public."applied_migrations"'))
    throw new StartError("There is nothing to back up: the database is empty.");
  await checkBackupRights(client);
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${transactionSettings}`);
  // A table that is rewritten or truncated would look empty. The first statement that reads decides what is seen from then on.
  await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);

  const { rows: migrations } = await client.query<AppliedMigration>(
    "SELECT name, hash FROM applied_migrations ORDER BY applied_at, name",
  );
  const { rows: times } = await client.query<{ now: Date }>("SELECT now()");
  const [{ now }] = times as [{ now: Date }];
  yield { kind: "start", format, createdAt: now.toISOString(), migrations };
  if (source.secret) yield { kind: "secret", secret: source.secret };
  for (const table of await listTables(client)) {
    const { name, columns } = table;
    yield { kind: "table", name, columns, content: await readContent(client, table) };
    yield* readRows(client, selectRows(table));
  }
  for (const name of await listSequences(client)) {
    const { rows } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `SELECT last_value::text AS "lastValue", is_called AS "isCalled" FROM ${tableName({ name })}`,
    );
    for (const state of rows) yield { kind: "sequence", name, ...state };
  }
  if (source.images) yield* readImages(client, source.images); // optional: images
  await client.query("COMMIT");
  yield { kind: "end" };
}
