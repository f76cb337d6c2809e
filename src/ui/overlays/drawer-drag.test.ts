import { assert, double, property } from "fast-check";
import { expect, test } from "vitest";
import { shouldCloseDrawer } from "./drawer-drag.ts";

const number = (min: number, max: number) => double({ min, max, noNaN: true });

test("it closes when dragged by more than a third, even slowly", () => {
  assert(
    property(number(100, 900), number(-5, 5), (height, speed) => {
      expect(shouldCloseDrawer({ distance: height / 3 + 1, height, speed })).toBe(true);
    }),
  );
});

test("dragged a little it stays; flicked it closes", () => {
  expect(shouldCloseDrawer({ distance: 60, height: 600, speed: 0.1 })).toBe(false);
  expect(shouldCloseDrawer({ distance: 60, height: 600, speed: 0.6 })).toBe(true);
});

test("pushed up or only touched it stays, even fast", () => {
  assert(
    property(number(-900, 8), number(100, 900), number(-5, 5), (distance, height, speed) => {
      expect(shouldCloseDrawer({ distance, height, speed })).toBe(false);
    }),
  );
});
