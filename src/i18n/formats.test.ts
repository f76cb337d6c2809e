import { describe, expect, test, vi } from "vitest";
import { formatDay, formatTimeAgo } from "./formats.ts";

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

/** Time zones at both ends, one whose midnight may not exist (São Paulo), and one that skipped a day (Apia). */
const zones = ["Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo", "Pacific/Apia", "UTC"];

test.each(zones)("a day is read and shown the same in %s", (zone) => {
  vi.stubEnv("TZ", zone);
  expect(formatDay("en", "2018-11-04")).toBe("November 4, 2018");
  expect(formatDay("fr", "2011-12-30")).toBe("30 décembre 2011");
  expect(formatDay("ar", "0001-01-01")).toBe("1 يناير 1");
  expect(formatDay("sw", "9999-12-31")).toBe("31 Desemba 9999");
  vi.unstubAllEnvs();
});
