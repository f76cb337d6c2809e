import { expect, test } from "vitest";
import { dashboardDays } from "../schema.ts";
import { isYoung } from "./is-young.ts";

test("a figure is young until it has all days of the dashboard", () => {
  const days = Array.from(
    { length: dashboardDays },
    (_, day) => `2026-06-${String(day + 1).padStart(2, "0")}`,
  );
  const began = { books: "2026-06-02", users: "2026-06-01", genres: "2025-12-31" };
  const dashboard = { days, totals: {}, daily: {}, began };
  expect(["books", "users", "genres", "signIns"].filter((name) => isYoung(dashboard, name))).toEqual([
    "books",
    "signIns",
  ]);
});
