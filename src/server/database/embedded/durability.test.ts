import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { startEmbeddedDatabase } from "./embedded.ts";
import {
  ask,
  killHard,
  borrowDatabase,
  postgresOf,
  removeFolders,
  rounds,
  silent,
} from "./fixtures/children.ts";

vi.setConfig({ testTimeout: rounds(60_000, 900_000) });
afterAll(removeFolders);

/** Who gets kill -9, given the writing process and PostgreSQL's. */
const victims: [string, (writer: number, postgres: number) => number[]][] = [
  ["the product", (writer) => [writer]],
  ["PostgreSQL", (_, postgres) => [postgres]],
  ["all of PostgreSQL's processes", (_, postgres) => [-postgres]],
  ["the product and PostgreSQL", (writer, postgres) => [writer, postgres]],
  ["the product and all of PostgreSQL's processes", (writer, postgres) => [writer, -postgres]],
];

test.each(victims)("kill -9 of %s at any moment loses no acknowledged write", async (_, chosen) => {
  const dataDir = await borrowDatabase();
  const database = await startEmbeddedDatabase({ dataDir, log: silent });
  await ask(dataDir, "CREATE TABLE IF NOT EXISTS written (id int PRIMARY KEY)");
  await database.stop();

  for (let round = 0; round < rounds(2, 20); round += 1) {
    const moment = 100 + Math.floor(Math.random() * 800);
    const acknowledged = await writeUntil(dataDir, moment, (writer) => {
      for (const pid of chosen(writer, postgresOf(dataDir))) killHard(pid);
    });
    expect(acknowledged.length).toBeGreaterThanOrEqual(moment);

    const next = await startEmbeddedDatabase({ dataDir, log: silent });
    const kept = new Set((await ask<{ id: number }>(dataDir, "SELECT id FROM written")).map(({ id }) => id));
    expect(acknowledged.filter((id) => !kept.has(id))).toEqual([]);
    await ask(dataDir, "TRUNCATE written");
    await next.stop();
  }
});

/** Runs a writer, and acts once it has said that a number of rows are written; returns all that it said. */
function writeUntil(dataDir: string, count: number, act: (pid: number) => void): Promise<number[]> {
  const writer = spawn(
    process.execPath,
    [fileURLToPath(new URL("./fixtures/writer.ts", import.meta.url)), dataDir],
    { stdio: ["ignore", "pipe", "inherit"] },
  );
  let said = "";
  const acknowledged = () => said.split("\n").slice(0, -1).map(Number);
  let acted = false;
  writer.stdout.on("data", (text: Buffer) => {
    said += text.toString();
    if (acted || acknowledged().length < count) return;
    acted = true;
    act(writer.pid ?? 0);
  });
  return new Promise((done) => writer.once("close", () => done(acknowledged())));
}
