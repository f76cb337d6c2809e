import { StartError } from "#server/start-error.ts";
import { readArchive } from "./archive.ts";
import type { AppliedMigration } from "./entry.ts";
import { areIntact } from "./images.ts";

/** What an archive contains. */
export type Contents = {
  createdAt: string;
  migrations: AppliedMigration[];
  secret: string | undefined;
  tables: number;
  rows: number;
  files: number; // optional: images
};

/** More would take too much memory: their names are kept. */
const maxTables = 10_000;

/**
 * Reads all of an archive, and checks that it is complete and undamaged.
 * @throws StartError if it isn't, or if it needs another passphrase or release
 */
export async function checkArchive(path: string, passphrase?: string): Promise<Contents> {
  const damaged = new StartError(`${path} is damaged: use another copy of it.`);
  let contents: Contents | undefined;
  let expectedRows = 0;
  let isComplete = false;
  for await (const entry of readArchive(path, passphrase)) {
    if (isComplete) throw damaged;
    if (!contents) {
      if (typeof entry === "string" || entry.kind !== "start") throw damaged;
      const { createdAt, migrations } = entry;
      contents = {
        createdAt,
        migrations,
        secret: undefined,
        tables: 0,
        rows: 0,
        files: 0, // optional: images
      };
      continue;
    }
    if (typeof entry === "string") {
      contents.rows += 1;
      if (contents.rows > expectedRows) throw damaged;
      continue;
    }
    if (contents.rows !== expectedRows) throw damaged;
    switch (entry.kind) {
      case "start":
        throw damaged;
      case "secret":
        contents.secret = entry.secret;
        break;
      case "table":
        contents.tables += 1;
        expectedRows += Number(entry.content.rows);
        if (contents.tables > maxTables) throw damaged;
        break;
      case "sequence":
        break;
      // optional: images
      case "files":
        if (!areIntact(entry)) throw damaged;
        contents.files += entry.files.length;
        break;
      // end: images
      case "end":
        isComplete = true;
    }
  }
  if (!contents || !isComplete) throw damaged;
  return contents;
}

/** In words, for example "12 rows of 3 tables, 4 files and the secret". */
export function describeContents(contents: Contents): string {
  const parts = [
    `${contents.rows} rows of ${contents.tables} tables`,
    `${contents.files} files`, // optional: images
  ];
  return `${parts.join(", ")}${contents.secret ? " and the secret" : ", no secret"}`;
}
