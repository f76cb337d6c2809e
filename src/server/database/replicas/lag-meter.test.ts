import { expect, test } from "vitest";
import { createLagMeter } from "./lag-meter.ts";

test("the lag is the time since the primary has been beyond a replica's position, and doesn't grow while nothing is written", () => {
  let seconds = 0;
  const { add, secondsSince } = createLagMeter(60, () => seconds * 1_000);
  for (const position of [10n, 10n, 20n, 20n, 20n]) {
    add(position);
    seconds += 5;
  }
  expect([20n, 15n, 10n, 5n].map(secondsSince)).toEqual([0, 15, 15, 25]);
});

test("a replica that has stopped is further behind than the limit, however much is written since", () => {
  let seconds = 0;
  const { add, secondsSince } = createLagMeter(60, () => seconds * 1_000);
  for (let position = 1n; position < 1_000n; position += 1n) {
    add(position);
    seconds += 1;
  }
  expect(secondsSince(0n)).toBeGreaterThan(60);
  expect(secondsSince(990n)).toBe(9);
});
