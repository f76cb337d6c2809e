import { describe, expect, test } from "vitest";
import { formatTimeAgo } from "./formats.ts";

const now = Date.UTC(2026, 10, 21, 12);
const ago = (seconds: number) => new Date(now - seconds * 1_000);

describe("a time span is in the largest unit that fits", () => {
  test.each([
    [-5, "now"],
    [59, "now"],
    [60, "1 minute ago"],
    [3_599, "59 minutes ago"],
    [3_600, "1 hour ago"],
    [86_399, "23 hours ago"],
    [86_400, "1 day ago"],
    [29 * 86_400, "29 days ago"],
    [30 * 86_400, "1 month ago"],
    [800 * 86_400, "2 years ago"],
  ])("%d seconds: %s", (seconds, text) => {
    expect(formatTimeAgo("en", ago(seconds), now)).toBe(text);
  });
});

test.each([
  ["fr", "il y a 3 minutes"],
  ["ar", "قبل 3 دقائق"],
  ["sw", "dakika 3 zilizopita"],
] as const)("in %s", (language, text) => {
  expect(formatTimeAgo(language, ago(180), now)).toBe(text);
});
