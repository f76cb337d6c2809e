import { assert, constantFrom, integer, property, array, string } from "fast-check";
import { expect, test } from "vitest";
import { nextItemIndex, typeaheadIndex } from "./menu-keys.ts";

const keys = constantFrom("ArrowDown", "ArrowUp", "Home", "End");

test("every key leads to an existing item", () => {
  assert(
    property(keys, integer({ min: 1, max: 20 }), integer({ min: -1, max: 19 }), (key, count, at) => {
      const next = nextItemIndex(key, Math.min(at, count - 1), count);
      expect(next).toBeGreaterThanOrEqual(0);
      expect(next).toBeLessThan(count);
    }),
  );
});

test("down and up undo each other, and as many steps as there are items wrap around", () => {
  assert(
    property(integer({ min: 1, max: 20 }), integer({ min: 0, max: 19 }), (count, at) => {
      const current = at % count;
      const down = nextItemIndex("ArrowDown", current, count) ?? -1;
      expect(nextItemIndex("ArrowUp", down, count)).toBe(current);
      const around = Array.from({ length: count }).reduce<number>(
        (place) => nextItemIndex("ArrowDown", place, count) ?? -1,
        current,
      );
      expect(around).toBe(current);
    }),
  );
});

test("from the trigger, down leads to the first item and up to the last one", () => {
  expect(nextItemIndex("ArrowDown", -1, 3)).toBe(0);
  expect(nextItemIndex("ArrowUp", -1, 3)).toBe(2);
});

test("an empty menu and other keys do nothing", () => {
  expect(nextItemIndex("ArrowDown", -1, 0)).toBeUndefined();
  expect(nextItemIndex("Enter", 0, 3)).toBeUndefined();
});

const menu = [["Edit"], ["Export", "as CSV"], ["Élan"], ["Delete"]];

test("a letter goes to the next item that begins with it, and wraps around", () => {
  expect(typeaheadIndex("e", -1, menu)).toBe(0);
  expect(typeaheadIndex("e", 0, menu)).toBe(1);
  expect(typeaheadIndex("e", 1, menu)).toBe(2);
  expect(typeaheadIndex("eee", 2, menu)).toBe(0);
});

test("more letters stay on a matching item or find another one", () => {
  expect(typeaheadIndex("de", 3, menu)).toBe(3);
  expect(typeaheadIndex("ex", 0, menu)).toBe(1);
  expect(typeaheadIndex("el", 0, menu)).toBe(2);
  expect(typeaheadIndex("as c", 0, menu)).toBe(1);
  expect(typeaheadIndex("x", 0, menu)).toBeUndefined();
});

test("a match has a line that begins with the text", () => {
  assert(
    property(array(string({ minLength: 1 }), { minLength: 1 }), integer({ min: 0, max: 9 }), (texts, at) => {
      const index = at % texts.length;
      const typed = texts[index] ?? "";
      expect(
        typeaheadIndex(
          typed,
          index,
          texts.map((text) => [text]),
        ),
      ).toBeDefined();
    }),
  );
});
