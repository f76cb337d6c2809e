import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { type DrizzleSnapshotJSON, generateDrizzleJson } from "drizzle-kit/api";

/** The tables of table.ts files, in drizzle-kit's form. */
export type Snapshot = DrizzleSnapshotJSON;

/** What identifies snapshots of drizzle-kit, which here is one. */
const ids = { id: "", prevId: "" };

export const emptySnapshot: Snapshot = { ...generateDrizzleJson({}), ...ids };

/** What the migrations make; merges keep the lines of both sides (.gitattributes). */
const fileOf = (dir: string) => join(dir, "migrations", "snapshot.json");

/** Reads the tables that a project declares. */
export async function readTables(dir: string): Promise<Snapshot> {
  const files = globSync("src/**/table.ts", { cwd: dir });
  const modules = await Promise.all(files.map((file) => import(pathToFileURL(join(dir, file)).href)));
  return { ...generateDrizzleJson(Object.assign({}, ...modules)), ...ids };
}

/** Reads the tables as of the newest migration; undefined if the file is missing, or no JSON after a merge. */
export function readSnapshot(dir: string): Snapshot | undefined {
  try {
    return { ...JSON.parse(readFileSync(fileOf(dir), "utf8")), ...ids };
  } catch {
    return undefined;
  }
}

/** Writes the tables that the migrations make. The keys are sorted, so that changes of two branches rarely meet. */
export function writeSnapshot(dir: string, tables: Snapshot): void {
  const sortKeys = (_: string, value: unknown): unknown =>
    value instanceof Object && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  const { id, prevId, ...content } = tables;
  writeFileSync(fileOf(dir), `${JSON.stringify(content, sortKeys, 2)}\n`);
}

export function isSameSnapshot(a: Snapshot, b: Snapshot | undefined): boolean {
  return isDeepStrictEqual(JSON.parse(JSON.stringify(a)), b);
}
