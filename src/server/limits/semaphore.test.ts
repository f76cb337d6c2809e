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

test("a task that fails frees its slot for the next one", async () => {
  const semaphore = createSemaphore(1);
  const failing = semaphore.run(() => Promise.reject(new Error("no")));
  const next = semaphore.run(() => Promise.resolve("yes"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});

test("a client takes only its own places, even if its tasks never end", async () => {
  const semaphore = createSemaphore(3, 2);
  for (let task = 0; task < 100; task++) void semaphore.run(() => new Promise(() => {}), "mallory");
  expect(await semaphore.run(() => Promise.resolve("first"), "ada")).toBe("first");
  expect(await semaphore.run(() => Promise.resolve("second"), "ada")).toBe("second");
});

test("waiting clients take turns, so one with many tasks delays the others by one task each", async () => {
  const semaphore = createSemaphore(1);
  const started: string[] = [];
  const run = (client: string) => semaphore.run(async () => void started.push(client), client);
  await Promise.all(["mallory", "mallory", "mallory", "mallory", "ada", "bob", "ada"].map(run));
  expect(started).toEqual(["mallory", "mallory", "ada", "bob", "mallory", "ada", "mallory"]);
});

test("a slot that is given back twice is free once", async () => {
  const semaphore = createSemaphore(1);
  const giveBack = await semaphore.take("ada");
  giveBack();
  giveBack();
  void semaphore.run(() => new Promise(() => {}));
  let isStarted = false;
  void semaphore.run(() => Promise.resolve((isStarted = true)), "bob");
  await new Promise(setImmediate);
  expect(isStarted).toBe(false);
});
