import { spawnSync } from "node:child_process";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/testing.ts";
import { withLock } from "./lock.mjs";

test("who comes second waits for the first to be done, and is told so", async () => {
  const file = join(temporaryFolder(), "lock");
  const order: string[] = [];
  const { promise: done, resolve: finish } = Promise.withResolvers<void>();
  const first = withLock(file, async () => {
    order.push("first begins");
    await done;
    order.push("first ends");
  });
  const second = withLock(file, async () => void order.push("second"), {
    onWait: () => {
      order.push("second waits");
      finish();
    },
  });
  await Promise.all([first, second]);
  expect(order).toEqual(["first begins", "second waits", "first ends", "second"]);
  expect(existsSync(file)).toBe(false);
});

test("the lock of a process that has died, or died before it wrote its id, counts for nothing", async () => {
  const file = join(temporaryFolder(), "lock");
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file, String(pid));
  expect(await withLock(file, async () => "done")).toBe("done");

  writeFileSync(file, "");
  utimesSync(file, new Date(0), new Date(0));
  expect(await withLock(file, async () => "done")).toBe("done");
});

test("who waits too long is told which process to stop", async () => {
  const file = join(temporaryFolder({ lock: String(process.pid) }), "lock");
  const waiting = withLock(file, async () => {}, { deadlineMs: 1 });
  await expect(waiting).rejects.toThrow(`process ${process.pid}`);
});

test("work that fails gives the lock back", async () => {
  const file = join(temporaryFolder(), "lock");
  await expect(withLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});
