import { expect, test } from "vitest";
import { mostDistinctHue, hueName, hueOptions } from "./hues.ts";

test("a hue has the nearest name, around the circle", () => {
  expect([0, 14, 16, 85, 240, 344, 346, 359].map(hueName)).toEqual([
    "pink",
    "pink",
    "red",
    "gold",
    "azure",
    "magenta",
    "pink",
    "pink",
  ]);
});

test("the hue options always include the current hue and have the same number", () => {
  for (let own = 0; own < 360; own++) {
    const hues = hueOptions(own);
    expect(hues).toContain(own);
    expect(new Set(hues).size).toBe(24);
  }
  expect(hueOptions(95).slice(5, 8)).toEqual([75, 95, 105]);
});

test("a new genre starts with the hue that is farthest from the others", () => {
  expect(mostDistinctHue([])).toBe(30);
  expect(mostDistinctHue([0])).toBe(180);
  expect(mostDistinctHue([0, 180])).toBe(90);
  expect(mostDistinctHue([10, 350])).toBe(180);
});
