import { expect, test } from "vitest";
import { scaleEnd } from "./column-chart.tsx";

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [10, 10],
  [11, 20],
  [99, 100],
  [350, 400],
  [1_000_000, 1_000_000],
  [1_000_001, 2_000_000],
])("the scale of values up to %d ends at %d", (largest, end) => {
  expect(scaleEnd(largest)).toBe(end);
});

test("the half of a scale's end is a whole number, and the scale contains its values", () => {
  for (let largest = 0; largest < 5_000; largest += 1) {
    expect(scaleEnd(largest) % 2).toBe(0);
    expect(scaleEnd(largest)).toBeGreaterThanOrEqual(largest);
  }
});
