import { describe, expect, test, vi } from "vitest";
import { formatDay, formatRelativeDay, formatTimeAgo } from "./formats.ts";

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

test.each([
  ["en", "UTC", "2026-11-26T00:00:00Z", "today"],
  ["en", "UTC", "2026-11-25T23:59:59Z", "yesterday"],
  ["en", "UTC", "2026-11-24T23:59:59Z", "Tuesday, November 24, 2026"],
  ["en", "Pacific/Kiritimati", "2026-11-25T23:59:59Z", "today"],
  ["en", "Pacific/Midway", "2026-11-24T11:30:00Z", "yesterday"],
  // A clock that is ahead.
  ["en", "UTC", "2026-11-27T00:30:00Z", "today"],
  ["ar", "UTC", "2026-11-25T12:00:00Z", "أمس"],
])("the day of a time is that of the time zone (%s, %s, %s)", (language, timeZone, time, text) => {
  const now = Date.parse("2026-11-26T01:00:00Z");
  expect(formatRelativeDay(language, new Date(time), { now, timeZone })).toBe(text);
});
