import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import pg from "pg";
import { imageFileNames } from "#server/files/names.ts";
import type { FileStorage } from "#server/files/storage.ts";
import { UserError } from "../../bootstrap/errors.mjs";
import { type AppliedMigration, type Entry, format, type Row } from "./archive.ts";
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
  storage: Pick<FileStorage, "read">;
  secret?: string;
  /** Called with the name of each file of an image in use that the storage doesn't have. */
  onMissing: (name: string) => void;
};

/**
 * Reads what a backup contains: the database as it is now, in one transaction, during which others can write.
 * @throws UserError if the database has no tables yet
 */
export async function* readEntries(client: pg.ClientBase, source: Source): AsyncGenerator<Entry | Row> {
  const names = (await listTables(client)).map(tableName);
  if (!names.includes('public."applied_migrations"'))
    throw new UserError("There is nothing to back up: the database is empty.");
  await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${transactionSettings}`);
  // A table that is rewritten or truncated would look empty. The first statement that reads decides what is seen from then on.
  await client.query(`LOCK TABLE ${names.join(", ")} IN ACCESS SHARE MODE`);

  const { rows: migrations } = await client.query<AppliedMigration>(
    "SELECT name, hash FROM applied_migrations ORDER BY applied_at, name",
  );
  yield { kind: "start", format, createdAt: new Date().toISOString(), migrations };
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
  yield* readFiles(client, source);
  await client.query("COMMIT");
  yield { kind: "end" };
}

async function* readFiles(client: pg.ClientBase, { storage, onMissing }: Source): AsyncGenerator<Entry> {
  const images = readRows(
    client,
    `SELECT json_build_object('id', id, 'widths', widths, 'isUsed', unused_since IS NULL)::text FROM image ORDER BY id`,
  );
  for await (const row of images) {
    const image = JSON.parse(row) as { id: string; widths: number[]; isUsed: boolean };
    const files = await Promise.all(
      imageFileNames(image).map(async (name) => {
        const file = await storage.read(name);
        // Unused images are deleted at any time.
        if (!file && image.isUsed) onMissing(name);
        if (!file) return undefined;
        const bytes = await buffer(file.body);
        return { name, sha256: sha256(bytes), content: bytes.toString("base64") };
      }),
    );
    yield { kind: "files", files: files.filter((file) => file !== undefined) };
  }
}

export function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
