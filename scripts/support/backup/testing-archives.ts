import { join } from "node:path";
import { temporaryFolder } from "#server/files/testing.ts";
import { writeArchive } from "./archive.ts";
import { type Entry, format, type Row } from "./entry.ts";

/** The first entry of an archive without migrations. */
export const start: Entry & { kind: "start" } = {
  kind: "start",
  format,
  createdAt: "2026-01-01T00:00:00.000Z",
  migrations: [],
};

/** Writes an archive, also one that no backup has. @returns its path */
export async function writeEntries(entries: (Entry | Row)[], passphrase?: string): Promise<string> {
  const path = await newFile();
  await writeArchive(path, toAsync(entries), passphrase);
  return path;
}

async function* toAsync<Value>(values: Value[]) {
  yield* values;
}

/** A path at which nothing is. */
export async function newFile(): Promise<string> {
  return join(await temporaryFolder(), "today.backup");
}
