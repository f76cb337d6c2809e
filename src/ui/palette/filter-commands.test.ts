import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterCommands, sortByRank } from "./filter-commands.ts";

const commands = [
  { label: "Open Manager" },
  { label: "Books" },
  { label: "New book" },
  { label: "Français", keywords: "Langue" },
  { label: "الكتب" },
];
const labelsFor = (term: string) => filterCommands(commands, term).map(({ label }) => label);

const withoutAccents = (text: string) => text.normalize("NFKD").replaceAll(/\p{M}/gu, "");
const anyText = fc.string({ unit: "grapheme" });
const anyCommands = fc.array(fc.record({ label: anyText, keywords: anyText }));

describe("results", () => {
  test.each([
    ["every word in any order", "book new", ["New book"]],
    ["any case", "BOOKS", ["Books"]],
    ["any accents", "francais", ["Français"]],
    ["accents that are not there", "böoks", ["Books"]],
    ["its keywords", "langue", ["Français"]],
    ["a part of a word", "anag", ["Open Manager"]],
    ["another alef", "الكتب", ["الكتب"]],
    ["its words only", "(books)", ["Books"]],
    ["one of two words only", "new manager", []],
  ])("by %s", (_, term, labels) => expect(labelsFor(term)).toEqual(labels));

  test("without a term are all commands, in their order", () => {
    expect(labelsFor("  ")).toEqual(commands.map(({ label }) => label));
  });

  test("begin with the commands that begin with the term", () => {
    expect(
      filterCommands([{ label: "Cookbook" }, { label: "New book" }, { label: "Books" }], "book"),
    ).toEqual([{ label: "Books" }, { label: "New book" }, { label: "Cookbook" }]);
  });
});

test("results that begin with the term come first, then whole words, beginnings of words and other parts", () => {
  const results = [
    { label: "Edward II" },
    { label: "Warlight" },
    { label: "The Art of War, annotated" },
    { label: "Emma", hint: "Anne War" },
    { label: "Vita" },
  ];
  const labels = (term: string) => sortByRank(results, (item) => item, term).map(({ label }) => label);
  expect(labels("wár")).toEqual(["Warlight", "The Art of War, annotated", "Emma", "Edward II", "Vita"]);
  expect(labels("war art").at(0)).toBe("The Art of War, annotated");
  expect(labels("")).toEqual(results.map(({ label }) => label));
});

test("every part of a label finds it, in upper case and without accents", () => {
  fc.assert(
    fc.property(anyText, fc.nat(), fc.nat(), (label, start, length) => {
      const part = [...label]
        .slice(start % (label.length + 1))
        .slice(0, length)
        .join("");
      const found = filterCommands(
        [{ label }],
        withoutAccents(part).toUpperCase().split(/\s+/).toReversed().join("  "),
      );
      expect(found).toEqual([{ label }]);
    }),
  );
});

test("another word never finds more, and nothing is found twice", () => {
  fc.assert(
    fc.property(anyCommands, anyText, anyText, (items, one, other) => {
      const wide = filterCommands(items, one);
      const narrow = filterCommands(items, `${one} ${other}`);
      expect(new Set(narrow).size).toBe(narrow.length);
      expect(narrow.every((item) => wide.includes(item))).toBe(true);
      expect(wide.every((item) => items.includes(item))).toBe(true);
    }),
  );
});
