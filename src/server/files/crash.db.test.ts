import { spawn } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { openFolder } from "./folder-storage.ts";
import { reconcileStorage, deleteUnusedImages } from "./cleanup.ts";
import { images } from "./table.ts";
import { createPosterTable, listNames, temporaryFolder } from "./testing.ts";

const uploader = fileURLToPath(new URL("fixtures/uploader.ts", import.meta.url));

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await createPosterTable(database);
});
afterAll(() => database.drop());

/** Runs a uploader until it has said so many lines, and kills it in whatever it is doing. */
async function runAndKill(folder: string, run: number, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [uploader, JSON.stringify(database.connection), folder, String(run)]);
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.once("close", resolve));
  let errors = "";
  child.stderr.on("data", (chunk) => (errors += String(chunk)));
  const said: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    said.push(line);
    if (said.length === lines) child.kill("SIGKILL");
  }
  await ended;
  if (said.length < lines) throw new Error(`The uploader ended by itself: ${errors}`);
  return said;
}

test("a process that is killed at any moment loses no referenced image, and leaves no files forever", async () => {
  const folder = await temporaryFolder();
  const said: string[] = [];
  for (const [run, lines] of [2, 9, 21].entries()) said.push(...(await runAndKill(folder, run, lines)));

  const storage = await openFolder(folder);
  const logged: unknown[] = [];
  const note = (...args: unknown[]) => void logged.push(args);
  const parts = { database, storage, log: { info: () => undefined, warn: note, error: note } };
  await reconcileStorage(parts);
  expect(logged).toEqual([]);

  const { rows } = await database.pool.query<{ name: string }>("SELECT name FROM poster");
  const kept = said.filter((name) => Number(name.split(" ")[2]) % 3 === 0);
  expect(kept.length).toBeGreaterThan(8);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(kept));

  await database.pool.query("DELETE FROM poster");
  await database.sql.update(images).set({ unusedSince: sql`now() - interval '3 days'` });
  await deleteUnusedImages(parts, { unusedForSeconds: 2 * 24 * 60 * 60 });
  expect(await database.sql.select().from(images)).toEqual([]);
  expect(await listNames(storage)).toEqual([]);
});
