import { spawn } from "node:child_process";
import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { chromium } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { connect, type Database } from "#server/database/connect.ts";
import { embeddedConnection } from "#server/database/embedded/embedded.ts";
import { launchOptions } from "../testing/browser.ts";
import { getTarget, spellingsOf } from "../testing/file-spellings.ts";
import { freePort } from "../testing/ports.ts";
import { projectDir } from "./support/project.ts";
import { temporaryFolder } from "./support/testing.ts";

const timeoutMs = 30_000;

/** Runs a command with its own data folder until the test ends. @param destination of what it prints */
async function startCommand(
  name: string,
  env: Record<string, string> = {},
  destination: "pipe" | number = "pipe",
) {
  const dataDir = env.DATA_DIR ?? dataFolder();
  const port = env.PORT ?? String(await freePort());
  const child = spawn(process.execPath, [join(projectDir, "scripts/run.mjs"), name], {
    cwd: projectDir,
    stdio: ["ignore", destination, destination],
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CI: "true",
      ...env,
      DATA_DIR: dataDir,
      PORT: port,
    },
  });
  let output = "";
  child.stdout?.on("data", (text) => (output += String(text)));
  child.stderr?.on("data", (text) => (output += String(text)));
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
    output: () => output,
    signal: (signal: NodeJS.Signals) => child.kill(signal),
    async waitForOutput(text: string) {
      const deadline = Date.now() + timeoutMs;
      while (!output.includes(text)) {
        if (Date.now() > deadline || child.exitCode !== null) {
          throw new Error(`"${text}" was not printed, only:\n${output}`);
        }
        await wait(10);
      }
    },
  };
}

/** A folder that the database's user can read. */
function dataFolder(): string {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  return join(folder, "data");
}

async function isRunning(database: Database): Promise<boolean> {
  return database.pool.query("select 1").then(
    () => true,
    () => false,
  );
}

test("npm start prints its URL, the accounts and the mailbox; Ctrl-C stops everything", async () => {
  const firstStartedAt = performance.now();
  const first = await startCommand("start");
  await first.waitForOutput("Ctrl-C stops it.");
  const firstStartMs = performance.now() - firstStartedAt;
  for (const text of [
    `runs at ${first.url}`,
    "admin@example.com",
    "user@example.com",
    `${first.url}/dev/mailbox`,
  ]) {
    expect(first.output()).toContain(text);
  }
  expect((await fetch(`${first.url}/login`)).status).toBe(200);

  const database = connect(embeddedConnection(first.dataDir));
  expect(await isRunning(database)).toBe(true);
  first.signal("SIGINT");
  expect(await first.ended).toBe(0);
  expect(await isRunning(database)).toBe(false);
  await database.close();

  const secondStartedAt = performance.now();
  const second = await startCommand("start", { DATA_DIR: first.dataDir });
  await second.waitForOutput("Ctrl-C stops it.");
  // A fixed limit would fail on a busy machine.
  expect(performance.now() - secondStartedAt).toBeLessThan(firstStartMs);
  expect(second.output()).not.toContain("Building");
});

test("npm start whose output can't be written serves, and Ctrl-C stops it", async () => {
  const full = openSync("/dev/full", "w");
  const start = await startCommand("start", {}, full);
  closeSync(full);
  const status = async () =>
    await fetch(`${start.url}/login`).then(
      (response) => response.status,
      () => 0,
    );
  await expect.poll(status, { timeout: timeoutMs }).toBe(200);
  start.signal("SIGINT");
  expect(await start.ended).toBe(0);
});

test("a port that is in use is reported in one sentence, before anything starts", async () => {
  const first = await startCommand("start");
  await first.waitForOutput("Ctrl-C stops it.");
  const second = await startCommand("start", { PORT: first.port });
  expect(await second.ended).toBe(1);
  const other = Number(first.port) + 1;
  expect(second.output().trim().split("\n").at(-1)).toBe(
    `Port ${first.port} is in use: stop the program that uses it, or choose another port with PORT=${other}.`,
  );
  expect(existsSync(second.dataDir)).toBe(false);
});

test(
  "npm run dev serves styled pages and Vite's WebSocket on the same port",
  { timeout: 120_000 },
  async () => {
    const dev = await startCommand("dev");
    await dev.waitForOutput("Ctrl-C stops it.");
    const browser = await chromium.launch(await launchOptions());
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const violations: string[] = [];
    page.on("console", (message) => {
      if (message.text().includes("Content Security Policy")) violations.push(message.text());
    });
    const connected = page.waitForEvent("console", (message) => message.text() === "[vite] connected.");
    await page.goto(`${dev.url}/login`);
    await connected;
    expect(await page.locator("h1").count()).toBe(1);
    await page.getByRole("button", { name: "Open TanStack Devtools" }).waitFor();
    expect(violations).toEqual([]);

    const withoutScripts = await browser.newPage({ javaScriptEnabled: false });
    await withoutScripts.goto(`${dev.url}/login`);
    expect(await withoutScripts.locator("body").evaluate((body) => getComputedStyle(body).margin)).toBe(
      "0px",
    );

    dev.signal("SIGINT");
    expect(await dev.ended).toBe(0);
  },
);

test.each(["dev", "start"])(
  "npm run %s sends no file of DATA_DIR, of the migrations or of git, by any spelling of its path",
  async (name) => {
    // Where it is by default: in the project's folder.
    mkdirSync(join(projectDir, "data"), { recursive: true });
    const dataDir = mkdtempSync(join(projectDir, "data", "test-"));
    onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
    chmodSync(dataDir, 0o755);
    const { url, waitForOutput } = await startCommand(name, { DATA_DIR: dataDir, REQUESTS_PER_MINUTE: "0" });
    await waitForOutput("Ctrl-C stops it.");
    const secretFile = join(dataDir, "secret");
    const secret = readFileSync(secretFile, "utf8").trim();
    const targets = spellingsOf(projectDir, relative(projectDir, secretFile));
    const responses = await Promise.all(targets.map((target) => getTarget(url, target, "script")));
    expect(responses.map(({ status }) => status)).not.toContain(429);
    expect(targets.filter((_, index) => responses[index]?.body.includes(secret))).toEqual([]);

    const files = [dataDir, join(projectDir, "migrations")].flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.includes("postgres/"))
        .map((entry) => join(entry.parentPath, entry.name)),
    );
    for (const file of [...files, join(projectDir, ".git"), join(projectDir, ".env.example")])
      for (const target of [`/${relative(projectDir, file)}`, `/@fs${file}?raw`])
        expect(await getTarget(url, target), target).toMatchObject({ status: 404 });
  },
);
