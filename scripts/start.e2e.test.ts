import { spawn } from "node:child_process";
import { chmodSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "#server/database/connect.ts";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { launchOptions } from "../testing/browser.ts";
import { freePort } from "../testing/ports.ts";
import { projectDir } from "./support/project.ts";
import { temporaryFolder } from "./support/testing.ts";

const deadlineMs = 30_000;

/** Runs a command as a person does, with a data folder of its own, until the test ends. */
async function command(name: string, env: Record<string, string> = {}) {
  const dataDir = env.DATA_DIR ?? dataFolder();
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [join(projectDir, "scripts/run.mjs"), name], {
    cwd: projectDir,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CI: "true",
      ...env,
      DATA_DIR: dataDir,
      PORT: port,
    },
  });
  let printed = "";
  child.stdout.on("data", (text) => (printed += String(text)));
  child.stderr.on("data", (text) => (printed += String(text)));
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  return {
    url: `http://localhost:${port}`,
    dataDir,
    port,
    ended,
    printed: () => printed,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async until(text: string) {
      const deadline = Date.now() + deadlineMs;
      while (!printed.includes(text)) {
        if (Date.now() > deadline || child.exitCode !== null) {
          throw new Error(`"${text}" was not printed. This was:\n${printed}`);
        }
        await wait(10);
      }
    },
  };
}

/** The database's own user must be able to enter it. */
function dataFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return join(folder, "data");
}

async function answers(database: Database): Promise<boolean> {
  return database.pool.query("select 1").then(
    () => true,
    () => false,
  );
}

test("npm start says where the product is, who signs in and where mail is read; Ctrl-C stops all of it", async () => {
  const first = await command("start");
  await first.until("Ctrl-C stops it.");
  for (const text of [
    `runs at ${first.url}`,
    "admin@example.com",
    "user@example.com",
    `${first.url}/dev/mailbox`,
  ]) {
    expect(first.printed()).toContain(text);
  }
  expect((await fetch(`${first.url}/login`)).status).toBe(200);

  const database = connect(embeddedConnection(first.dataDir));
  expect(await answers(database)).toBe(true);
  first.signal("SIGINT");
  expect(await first.ended).toBe(0);
  expect(await answers(database)).toBe(false);
  await database.close();

  const startedAt = performance.now();
  const second = await command("start", { DATA_DIR: first.dataDir });
  await second.until("Ctrl-C stops it.");
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(second.printed()).not.toContain("Building");
});

test("a port that is taken is one sentence, and the database that was started for it stops", async () => {
  const first = await command("start");
  await first.until("Ctrl-C stops it.");
  const second = await command("start", { PORT: first.port });
  expect(await second.ended).toBe(1);
  const other = Number(first.port) + 1;
  expect(second.printed().trim().split("\n").at(-1)).toBe(
    `Port ${first.port} is in use: stop the program that uses it, or choose another port with PORT=${other}.`,
  );
  const database = connect(embeddedConnection(second.dataDir));
  expect(await answers(database)).toBe(false);
  await database.close();
});

test("npm run dev serves pages, and Vite's WebSocket on the same port", { timeout: 120_000 }, async () => {
  const dev = await command("dev");
  await dev.until("Ctrl-C stops it.");
  const browser = await chromium.launch(await launchOptions());
  onTestFinished(() => browser.close());
  const page = await browser.newPage();
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) refused.push(message.text());
  });
  const connected = page.waitForEvent("console", (message) => message.text() === "[vite] connected.");
  await page.goto(`${dev.url}/login`);
  await connected;
  expect(await page.locator("h1").count()).toBe(1);
  expect(refused).toEqual([]);

  dev.signal("SIGINT");
  expect(await dev.ended).toBe(0);
});
