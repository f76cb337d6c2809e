import fc from "fast-check";
import { expect, test } from "vitest";
import { createBudget } from "./request-budget.ts";

/** A budget at a time that the test chooses. */
function startBudget(perMinute: number, max?: number) {
  const clock = { ms: 0 };
  const take = createBudget(perMinute, { now: () => clock.ms, ...(max && { max }) });
  const takeAll = (name: string, count: number) =>
    Array.from({ length: count }, () => take(name)).filter(({ allowed }) => allowed).length;
  return { clock, take, takeAll };
}

test("in any time no more is allowed than the budget and what that time adds, and the budget of each name is its own", () => {
  const requests = fc.array(fc.record({ afterMs: fc.nat(20_000), name: fc.constantFrom("a", "b") }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), requests, (perMinute, sent) => {
      const { clock, take } = startBudget(perMinute);
      const allowed: { name: string; at: number }[] = [];
      for (const { afterMs, name } of sent) {
        clock.ms += afterMs;
        if (take(name).allowed) allowed.push({ name, at: clock.ms });
      }
      for (const first of allowed) {
        const own = allowed.filter(({ name, at }) => name === first.name && at >= first.at);
        own.forEach(({ at }, index) =>
          expect(index + 1).toBeLessThanOrEqual(perMinute + ((at - first.at) * perMinute) / 60_000 + 0.001),
        );
      }
    }),
  );
});

test("after the wait that is returned a name may send again, and requests at the pace of the limit are always allowed", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1_000 }), (perMinute) => {
      const { clock, take, takeAll } = startBudget(perMinute);
      expect(takeAll("a", perMinute + 1)).toBe(perMinute);
      for (let i = 0; i < 5; i++) {
        const { allowed, retryAfterSeconds } = take("a");
        if (allowed) continue;
        expect(retryAfterSeconds).toBeGreaterThan(0);
        clock.ms += retryAfterSeconds * 1_000;
        expect(take("a").allowed).toBe(true);
      }
    }),
  );
  const { clock, take } = startBudget(60);
  for (clock.ms = 0; clock.ms < 180_000; clock.ms += 1_000) expect(take("a").allowed).toBe(true);
});

test("requests of other names, however many, give no one a used budget back", () => {
  const { take, takeAll } = startBudget(10, 100);
  expect(takeAll("attacker", 11)).toBe(10);
  for (let i = 0; i < 1_000; i++) {
    expect(take(`other ${i}`).allowed).toBe(true);
    expect(take("attacker").allowed).toBe(false);
  }
});

test("no more names are counted than its memory has places for: the one with the most left loses its place", () => {
  const { takeAll } = startBudget(10, 2);
  takeAll("a", 6);
  takeAll("b", 5);
  takeAll("c", 1);
  expect([takeAll("a", 10), takeAll("b", 10)]).toEqual([4, 10]);
});

test("the first denial of a minute is marked", () => {
  const { clock, take, takeAll } = startBudget(2);
  takeAll("a", 2);
  expect([take("a").isFirstDenial, take("a").isFirstDenial]).toEqual([true, false]);
  clock.ms = 60_000;
  takeAll("a", 2);
  expect(take("a").isFirstDenial).toBe(true);
});

test("0 allows everything", () => {
  expect(startBudget(0).takeAll("a", 10_000)).toBe(10_000);
});
