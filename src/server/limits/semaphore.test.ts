import { expect, test } from "vitest";
import { createSemaphore } from "./semaphore.ts";

test("no more than the limit work at once, in the order in which they came, and all get their turn", async () => {
  const inTurn = createSemaphore(3);
  const begun: number[] = [];
  let working = 0;
  let most = 0;
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      inTurn(async () => {
        begun.push(i);
        most = Math.max(most, ++working);
        for (let pause = 0; pause < 1 + (i % 4); pause++) await Promise.resolve();
        working--;
        return i;
      }),
    ),
  );
  expect(most).toBe(3);
  expect(begun).toEqual(results);
});

test("a turn that fails is over like any other", async () => {
  const inTurn = createSemaphore(1);
  const failing = inTurn(() => Promise.reject(new Error("no")));
  const next = inTurn(() => Promise.resolve("yes"));
  await expect(failing).rejects.toThrow("no");
  expect(await next).toBe("yes");
});
