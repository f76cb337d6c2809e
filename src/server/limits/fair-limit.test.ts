import { expect, test } from "vitest";
import { createFairLimit } from "./fair-limit.ts";

function startLimit(total: number, perClient: number) {
  const evicted: string[] = [];
  const limit = createFairLimit<string>({ total, perClient, onEvict: (item) => void evicted.push(item) });
  const take = (item: string) => limit.take(item.slice(0, 1), item);
  return { evicted, take };
}

test("a client has at most its own places, until it gives one back", () => {
  const { take } = startLimit(10, 2);
  const release = take("a1");
  expect(take("a2")).toBeDefined();
  expect(take("a3")).toBeUndefined();
  expect(take("b1")).toBeDefined();
  release?.();
  expect(take("a4")).toBeDefined();
});

test("when all places are taken, the client with the most loses its oldest to one with fewer", () => {
  const { evicted, take } = startLimit(4, 4);
  const releaseEvicted = take("a1");
  for (const item of ["a2", "a3", "b1"]) expect(take(item)).toBeDefined();
  expect(take("c1")).toBeDefined();
  expect(evicted).toEqual(["a1"]);
  // The place is no longer its own.
  releaseEvicted?.();
  expect(take("b2")).toBeUndefined();
  expect(evicted).toEqual(["a1"]);
});

test("when all places are taken by clients with one each, there is none for another", () => {
  const { evicted, take } = startLimit(2, 2);
  expect([take("a1"), take("b1"), take("c1")]).toEqual([expect.anything(), expect.anything(), undefined]);
  expect(evicted).toEqual([]);
});
