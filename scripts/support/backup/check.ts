import { UserError } from "../../bootstrap/errors.mjs";
import { type AppliedMigration, format, readArchive } from "./archive.ts";
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

/**
 * Reads all of an archive, and checks that it is complete and undamaged.
 * @throws UserError if it isn't, or if it needs another passphrase or release
 */
export async function checkArchive(path: string, passphrase?: string): Promise<Contents> {
  const contents: Contents = {
    createdAt: "",
    migrations: [],
    secret: undefined,
    tables: 0,
    rows: 0,
    files: 0, // optional: images
  };
  const damaged = new UserError(`${path} is damaged: use another copy of it.`);
  let expectedRows = 0;
  let isComplete = false;
  for await (const entry of readArchive(path, passphrase)) {
    if (typeof entry === "string") {
      contents.rows += 1;
      continue;
    }
    if (isComplete || contents.rows !== expectedRows) throw damaged;
    switch (entry.kind) {
      case "start":
        if (entry.format !== format)
          throw new UserError(
            `${path} was made by a newer version of this product: restore it with that version.`,
          );
        Object.assign(contents, { createdAt: entry.createdAt, migrations: entry.migrations });
        break;
      case "secret":
        contents.secret = entry.secret;
        break;
      case "table":
        contents.tables += 1;
        expectedRows += Number(entry.content.rows);
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
  if (!isComplete) throw damaged;
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
