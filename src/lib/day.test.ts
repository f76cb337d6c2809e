import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { daySchema } from "./day-schema.ts";
import { dayOf, dayOfUtcDate, isDay, today, utcDateOf } from "./day.ts";

const fitsSchema = (value: unknown) => daySchema.safeParse(value).success;

test.each(["2024-02-29", "0001-01-01", "9999-12-31", "1900-02-28"])("%s is a day", (day) => {
  expect(fitsSchema(day)).toBe(true);
  expect(isDay(day)).toBe(true);
});

test.each([
  "2023-02-29",
  "1900-02-29",
  "2024-02-30",
  "2024-04-31",
  "2024-13-01",
  "2024-00-10",
  "2024-01-00",
  "0000-01-01",
  "10000-01-01",
  "2024-1-1",
  "2024-01-01T00:00:00Z",
  " 2024-01-01",
  "٢٠٢٤-٠١-٠١",
  "",
  null,
  new Date(0),
])("%s is no day", (value) => {
  expect(fitsSchema(value)).toBe(false);
  expect(isDay(String(value))).toBe(false);
});

test("each day from year 1 to 9999 has its numbers, and stays the same by way of a date", () => {
  const dates = fc.date({ min: utcDateOf("0001-01-01"), max: utcDateOf("9999-12-31"), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => {
      const day = dayOf(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate())!;
      expect(fitsSchema(day)).toBe(true);
      expect(isDay(day)).toBe(true);
      expect(dayOfUtcDate(utcDateOf(day))).toBe(day);
      expect(day).toBe(dayOfUtcDate(date));
    }),
  );
});

test("numbers that name no day are none", () => {
  for (const [year, month, day] of [
    [2023, 2, 29],
    [2024, 13, 1],
    [0, 1, 1],
    [10_000, 1, 1],
    [2024, 1, -1],
    [2024, 1.5, 1],
  ] as const)
    expect(dayOf(year, month, day)).toBeUndefined();
});

test.each([
  ["Pacific/Kiritimati", "2026-01-01"],
  ["America/Los_Angeles", "2025-12-31"],
])("today in %s is the day of its clocks", (zone, day) => {
  vi.stubEnv("TZ", zone);
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2025-12-31T12:00:00Z") });
  expect(today()).toBe(day);
  vi.useRealTimers();
  vi.unstubAllEnvs();
});
