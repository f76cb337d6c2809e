import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

test("at most `limit` tasks run at once, they start in order, and all of them run", async () => {
  const semaphore = createSemaphore(3);
  const started: number[] = [];
  let running = 0;
  let maxRunning = 0;
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      semaphore.run(async () => {
        started.push(i);
        maxRunning = Math.max(maxRunning, ++running);
        for (let pause = 0; pause < 1 + (i % 4); pause++) await Promise.resolve();
        running--;
        return i;
      }),
    ),
  );
  expect(maxRunning).toBe(3);
  expect(started).toEqual(results);
});

test("a task that fails makes room for the next one", async () => {
  const semaphore = createSemaphore(1);
  const failing = semaphore.run(() => Promise.reject(new Error("no")));
  const next = semaphore.run(() => Promise.resolve("yes"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
