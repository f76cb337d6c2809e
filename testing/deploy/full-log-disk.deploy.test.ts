import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startServer } from "../e2e/support/server.ts";
import { mountSmallDisk, requirePackages } from "./debian.ts";

/** Starts the product with its log in a file. */
async function startWithLog(file: string) {
  const log = openSync(file, "a");
  const server = await startServer({}, { stdout: log });
  closeSync(log);
  onTestFinished(async () => void (await server.stop()));
  const get = async (path: string) => {
    const response = await fetch(server.url + path);
    return { status: response.status, text: await response.text() };
  };
  return {
    stop: server.stop,
    get,
    async logState() {
      const { status, text } = await get("/ready");
      return { status, log: (JSON.parse(text) as { details: { log: string } }).details.log };
    },
  };
}

test("on a full disk of the log, requests are answered as before, and lines are dropped and counted; with space again, the log goes on", async (context) => {
  requirePackages(context, "postgresql"); // Its account owns the disk.
  const disk = mountSmallDisk(4);
  if (!disk) return context.skip("Left out: this account may not mount a disk");
  onTestFinished(disk.unmount);
  const file = join(disk.folder, "log");
  const product = await startWithLog(file);
  expect(await product.logState()).toEqual({ status: 200, log: "ok" });

  disk.fill();
  const longPath = `/api/rpc/${"a".repeat(4_000)}`;
  for (let i = 0; i < 500; i += 1) expect((await product.get(longPath)).status).toBe(405);
  expect((await product.get("/up")).status).toBe(200);
  expect((await product.get("/login")).status).toBe(200);
  const { status, log } = await product.logState();
  expect(status).toBe(200);
  const [, dropped] =
    /^failing: stdout can't be written \(ENOSPC\), (\d+) lines were dropped$/.exec(log) ?? [];
  expect(Number(dropped)).toBeGreaterThan(100);

  disk.free();
  await expect.poll(product.logState).toEqual({ status: 200, log: "ok" });
  await product.get("/login?after");
  expect(await product.stop()).toBe(0);
  const lines = readFileSync(file, "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { msg: string; lines?: number; path?: string });
  expect(lines.filter(({ msg }) => msg.startsWith("Lines were dropped"))).toMatchObject([
    { lines: Number(dropped) },
  ]);
  expect(lines.at(-1)?.path).toBe("/login");
});

test("with its log on a disk that is full from the beginning, the product starts, answers and stops", async () => {
  const product = await startWithLog("/dev/full");
  expect((await product.get("/login")).status).toBe(200);
  await expect.poll(product.logState).toMatchObject({ log: "failing: stdout can't be written (ENOSPC)" });
  expect(await product.stop()).toBe(0);
});
