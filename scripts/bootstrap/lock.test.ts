import { spawnSync } from "node:child_process";
import { existsSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/testing.ts";
import { withLock } from "./lock.mjs";

test("a second process waits until the first has finished, and is notified", async () => {
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

test("the lock of a process that has exited, possibly before it wrote its id, is ignored", async () => {
  const file = join(temporaryFolder(), "lock");
  const { pid } = spawnSync(process.execPath, ["--version"]);
  writeFileSync(file, String(pid));
  expect(await withLock(file, async () => "done")).toBe("done");

  writeFileSync(file, "");
  utimesSync(file, new Date(0), new Date(0));
  expect(await withLock(file, async () => "done")).toBe("done");
});

test("after the timeout, the error says which process to stop", async () => {
  const file = join(temporaryFolder({ lock: String(process.pid) }), "lock");
  const waiting = withLock(file, async () => {}, { timeoutMs: 1 });
  await expect(waiting).rejects.toThrow(`process ${process.pid}`);
});

test("the lock is released if the work fails", async () => {
  const file = join(temporaryFolder(), "lock");
  await expect(withLock(file, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(existsSync(file)).toBe(false);
});
