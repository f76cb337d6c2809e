import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";

type Stdio = "pipe" | number;
type State = { health: string; dropped: Record<string, number>; megabytes: number };

/** A process that prints what it is asked to, with numbered lines. */
function startPrinter({ stdout = "pipe", stderr = "pipe" }: { stdout?: Stdio; stderr?: Stdio } = {}) {
  const script = `
    import { guardOutputs } from "./src/server/output.ts";
    import { createLog } from "./src/server/log.ts";
    const outputs = guardOutputs();
    const log = createLog({ level: "info" });
    outputs.onRecovery((lines, output) => log.warn({ lines, output }, "Lines were dropped"));
    const ways = {
      log: (number) => log.info({ number, padding: "ü".repeat(1_000) }, "line"),
      console: (number) => { console.log("line", number); console.error("line", number, "x".repeat(1_000)); },
    };
    let number = 0;
    process.on("message", ({ way, lines }) => {
      if (way === "exit") process.exit(0);
      for (let i = 0; i < lines; i += 1) ways[way](number++);
      const megabytes = process.memoryUsage().rss / 1e6;
      process.send({ health: outputs.health(), dropped: outputs.droppedLines(), megabytes });
    });
    process.send("ready");`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
    stdio: ["ignore", stdout, stderr, "ipc"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = once(child, "close") as Promise<[number | null]>;
  return { child, ended, ready: once(child, "message") };
}

/** Prints lines, and says what the process knows of its outputs afterwards. */
async function print(child: ChildProcess, way: "log" | "console", lines: number): Promise<State> {
  const answer = once(child, "message") as Promise<[State]>;
  child.send({ way, lines });
  return (await answer)[0];
}

function temporaryFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "app-output-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "log");
}

/** A pipe that is never read. Node's own "pipes" are sockets. */
function openUnreadPipe(): number {
  const path = temporaryFile();
  execFileSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  onTestFinished(() => closeSync(reader));
  return openSync(path, "w");
}

test.each([
  ["a full disk", () => openSync("/dev/full", "w"), /stdout can't be written \(ENOSPC\)/],
  ["a socket that its reader has closed", () => "pipe" as const, /stdout can't be written \(EPIPE\)/],
  ["a socket that isn't read", () => "pipe" as const, /stdout can't be written \(its reader is too slow\)/],
  ["a pipe that isn't read", openUnreadPipe, /stdout can't be written \(its reader is too slow\)/],
])(
  "with %s as stdout and stderr, a process goes on, needs little memory, counts and ends",
  async (what, open, reason) => {
    const [stdout, stderr] = [open(), open()];
    const { child, ended, ready } = startPrinter({ stdout, stderr });
    if (what.includes("closed")) for (const stream of [child.stdout, child.stderr]) stream?.destroy();
    await ready;
    const { megabytes } = await print(child, "log", 1);
    for (const way of ["log", "console"] as const) await print(child, way, 5_000);
    await expect.poll(async () => (await print(child, "log", 0)).health).toMatch(reason);
    const state = await print(child, "console", 5_000);
    expect(state.dropped.stdout).toBeGreaterThan(3_000);
    expect(state.dropped.stderr).toBeGreaterThan(3_000);
    expect(state.health).toMatch(/, \d+ lines were dropped$/);
    expect(state.megabytes - megabytes).toBeLessThan(60);
    child.send({ way: "exit" });
    expect((await ended)[0]).toBe(0);
  },
);

test("when a reader reads again, it gets whole lines in their order, and how many are missing", async () => {
  const { child, ready } = startPrinter();
  await ready;
  const { dropped } = await print(child, "log", 5_000);
  const output = text(child.stdout ?? process.stdin);
  await expect.poll(async () => (await print(child, "log", 0)).health).toBe("ok");
  await print(child, "log", 1);
  child.send({ way: "exit" });
  const lines = (await output)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const numbers = lines.flatMap(({ number }) => (typeof number === "number" ? [number] : []));
  expect(numbers).toEqual([...Array(5_000 - (dropped.stdout ?? 0)).keys(), 5_000]);
  expect(lines.at(-2)).toMatchObject({ level: 40, lines: dropped.stdout, output: "stdout" });
});

/** A file that may not grow fails as one on a full disk does. */
function limitFileSize(pid: number | undefined, bytes: number) {
  execFileSync("prlimit", ["--pid", String(pid), `--fsize=${bytes}:unlimited`]);
}

test.runIf(process.platform === "linux")(
  "a file that has space again goes on at the character where it stopped",
  async () => {
    const file = temporaryFile();
    const log = openSync(file, "a");
    const { child, ready } = startPrinter({ stdout: log });
    closeSync(log);
    await ready;
    limitFileSize(child.pid, 10_000);
    await print(child, "log", 100);
    await expect.poll(async () => (await print(child, "log", 0)).health).toMatch(/stdout .*\(EFBIG\)$/);
    const before = readFileSync(file, "utf8");
    truncateSync(file);
    limitFileSize(child.pid, 1_000_000);
    await expect.poll(async () => (await print(child, "log", 0)).health).toBe("ok");
    const lines = (before + readFileSync(file, "utf8")).trimEnd().split("\n");
    expect(lines.map((line) => (JSON.parse(line) as { number: number }).number)).toEqual([
      ...Array(100).keys(),
    ]);
  },
);
