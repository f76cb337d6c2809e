import { expect, onTestFinished, test } from "vitest";
import { startMemoryRelease } from "./memory.ts";

test("memory that is no longer used is released when the process is idle", async () => {
  const unused = new WeakRef({});
  const { stop } = startMemoryRelease({ intervalMs: 50 });
  onTestFinished(stop);
  // In a process as small as this, V8 does it on its own after 8 s.
  await expect.poll(() => unused.deref() === undefined, { timeout: 5_000 }).toBe(true);
});
