import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { databaseTime } from "#server/database/clock.ts";
import { contentTypeOf, listFiles } from "#server/http/static-files.ts";
import type { FileKind, FileStorage } from "./storage.ts";

const hourMs = 60 * 60_000;
/** A build that runs stores its files again this often, so their times tell which builds are in use. */
const renewAfterMs = 12 * hourMs;
/** Pages of a build may stay open for at least a week after its last process. */
const deleteAfterMs = 8 * 24 * hourMs;
/** How many files are stored or deleted at once. */
const batchSize = 20;

/** Vite's hash of the content has eight characters. Compressed versions are not stored. */
const namePattern = /^\w[\w.@~-]{0,199}-[\w-]{8}\.[a-z\d]{2,11}$/;

/** Built files that have a hash of their content in their names. */
export const builtFiles: FileKind = {
  folder: "assets",
  contentTypeOf: (name) => (namePattern.test(name) ? contentTypeOf(name) : undefined),
};

/** Paths by name. */
type PathByName = ReadonlyMap<string, string>;

/** The built files of this process that browsers load, except those without a hash. @param clientDir dist/client */
export async function findBuiltFiles(clientDir: string): Promise<PathByName> {
  // The HTTP server reports that there is no build.
  const files = await listFiles(join(clientDir, builtFiles.folder)).catch(() => []);
  return new Map(files.filter(({ path }) => namePattern.test(path)).map(({ path, file }) => [path, file]));
}

/** Identifies what browsers load: builds of the same sources have the same id. */
export function buildIdOf(files: PathByName): string {
  return createHash("sha256")
    .update([...files.keys()].toSorted().join())
    .digest("base64url")
    .slice(0, 12);
}

/**
 * Stores the files of this build unless they have been stored recently, and deletes those that no process has stored for a
 * week.
 * @param now milliseconds since 1970
 * @throws errors of the storage
 */
export async function updateStoredBuilds(
  storage: FileStorage,
  files: PathByName,
  now = databaseTime().getTime(),
): Promise<void> {
  const storedAt = await storage.list();
  const outdated = [...files].filter(([name]) => (storedAt.get(name) ?? 0) < now - renewAfterMs);
  for (const batch of batchesOf(outdated)) {
    await Promise.all(batch.map(async ([name, path]) => storage.put(name, await readFile(path))));
  }
  const unused = [...storedAt].filter(([name, time]) => !files.has(name) && time < now - deleteAfterMs);
  for (const batch of batchesOf(unused)) await storage.remove(batch.map(([name]) => name));
}

function batchesOf<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / batchSize);
  return Array.from({ length: count }, (_, index) => items.slice(index * batchSize, (index + 1) * batchSize));
}
