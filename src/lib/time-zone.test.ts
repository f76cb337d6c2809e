import { expect, test } from "vitest";
import { isTimeZone } from "./time-zone.ts";

test("only names of time zones are time zones", () => {
  expect(["Africa/Nairobi", "UTC", "", "Mars/Base", "UTC; drop"].map(isTimeZone)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
