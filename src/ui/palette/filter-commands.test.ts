import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterCommands } from "./filter-commands.ts";

const commands = [
  { label: "Open Manager" },
  { label: "Books" },
  { label: "New book" },
  { label: "Français", keywords: "Langue" },
  { label: "الكتب" },
];
const labelsFor = (term: string) => filterCommands(commands, term).map(({ label }) => label);

const bare = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
const someText = fc.string({ unit: "grapheme" });
const someItems = fc.array(fc.record({ label: someText, keywords: someText }));

describe("what is found", () => {
  test.each([
    ["every word in any order", "book new", ["New book"]],
    ["any case", "BOOKS", ["Books"]],
    ["any accents", "francais", ["Français"]],
    ["accents that are not there", "böoks", ["Books"]],
    ["its keywords", "langue", ["Français"]],
    ["a part of a word", "anag", ["Open Manager"]],
    ["another alef", "الكتب", ["الكتب"]],
    ["no word but a sign", "(", []],
    ["one of two words only", "new manager", []],
  ])("by %s", (_, term, labels) => expect(labelsFor(term)).toEqual(labels));

  test("is everything where nothing was typed, in its order", () => {
    expect(labelsFor("  ")).toEqual(commands.map(({ label }) => label));
  });

  test("begins with what begins so", () => {
    expect(
      filterCommands([{ label: "Cookbook" }, { label: "New book" }, { label: "Books" }], "book"),
    ).toEqual([{ label: "Books" }, { label: "New book" }, { label: "Cookbook" }]);
  });
});

test("every part of a label, in capitals and without accents, finds it", () => {
  fc.assert(
    fc.property(someText, fc.nat(), fc.nat(), (label, start, length) => {
      const part = [...label]
        .slice(start % (label.length + 1))
        .slice(0, length)
        .join("");
      const found = filterCommands(
        [{ label }],
        bare(part).toUpperCase().split(/\s+/).toReversed().join("  "),
      );
      expect(found).toEqual([{ label }]);
    }),
  );
});

test("one more word never finds more, and nothing is found twice", () => {
  fc.assert(
    fc.property(someItems, someText, someText, (items, one, other) => {
      const wide = filterCommands(items, one);
      const narrow = filterCommands(items, `${one} ${other}`);
      expect(new Set(narrow).size).toBe(narrow.length);
      expect(narrow.every((item) => wide.includes(item))).toBe(true);
      expect(wide.every((item) => items.includes(item))).toBe(true);
    }),
  );
});
