import { expect, test } from "vitest";
import { endOfDay, startOfDay } from "./start-of-day.ts";

const start = (day: string, timeZone: string) => new Date(startOfDay(day, timeZone)).toISOString();

test.each([
  ["UTC", "2026-11-22T00:00:00.000Z"],
  ["Africa/Nairobi", "2026-11-21T21:00:00.000Z"],
  ["America/New_York", "2026-11-22T05:00:00.000Z"],
  ["Asia/Kathmandu", "2026-11-21T18:15:00.000Z"],
  ["Pacific/Kiritimati", "2026-11-21T10:00:00.000Z"],
])("a day begins at its midnight in %s", (timeZone, expected) => {
  expect(start("2026-11-22", timeZone)).toBe(expected);
});

test("a day with a change of the clocks begins and ends at its own midnights", () => {
  expect(start("2026-03-29", "Europe/Berlin")).toBe("2026-03-28T23:00:00.000Z");
  expect(endOfDay("2026-03-29", "Europe/Berlin") - startOfDay("2026-03-29", "Europe/Berlin")).toBe(
    23 * 3_600_000,
  );
  expect(endOfDay("2026-10-25", "Europe/Berlin") - startOfDay("2026-10-25", "Europe/Berlin")).toBe(
    25 * 3_600_000,
  );
});

test("a day without a midnight begins when the clocks move forward, and one with two at the first", () => {
  expect(start("2018-11-04", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000Z");
  expect(start("2026-11-01", "America/Havana")).toBe("2026-11-01T04:00:00.000Z");
});

test.each(["America/Los_Angeles"])("the days of a year in %s follow each other", (zone) => {
  for (let time = Date.UTC(2026, 0, 1); time < Date.UTC(2027, 0, 1); time += 86_400_000) {
    const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
    expect(endOfDay(day(time), zone)).toBe(startOfDay(day(time + 86_400_000), zone));
  }
});

test("the first and the last day that a date can be have a beginning and an end", () => {
  for (const day of ["0001-01-01", "9999-12-31"])
    expect(endOfDay(day, "Europe/Paris")).toBeGreaterThan(startOfDay(day, "Europe/Paris"));
});
