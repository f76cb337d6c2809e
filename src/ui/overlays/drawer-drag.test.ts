import { assert, double, property } from "fast-check";
import { expect, test } from "vitest";
import { shouldCloseDrawer } from "./drawer-drag.ts";

const number = (min: number, max: number) => double({ min, max, noNaN: true });

test("pulled down by more than a third it closes, however slowly", () => {
  assert(
    property(number(100, 900), number(-5, 5), (height, speed) => {
      expect(shouldCloseDrawer({ distance: height / 3 + 1, height, speed })).toBe(true);
    }),
  );
});

test("pulled a little and let go it stays; flicked it closes", () => {
  expect(shouldCloseDrawer({ distance: 60, height: 600, speed: 0.1 })).toBe(false);
  expect(shouldCloseDrawer({ distance: 60, height: 600, speed: 0.6 })).toBe(true);
});

test("pushed up, or only touched, it stays, however fast", () => {
  assert(
    property(number(-900, 8), number(100, 900), number(-5, 5), (distance, height, speed) => {
      expect(shouldCloseDrawer({ distance, height, speed })).toBe(false);
    }),
  );
});
