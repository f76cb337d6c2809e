import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { optionLabel, matchingOptions } from "./options.ts";

const genres = [
  { id: "1", label: "Fiction" },
  { id: "2", label: "Science fiction" },
  { id: "3", label: "Élégie" },
];
const labelsFor = (text: string, rest: { allowCustom?: boolean; isSearched?: boolean } = {}) =>
  matchingOptions(genres, { text, language: "en", ...rest }).map(({ label }) => label);

const someOptions = fc.array(fc.record({ id: fc.uuid(), label: fc.string({ unit: "grapheme" }) }));
const someText = fc.string({ unit: "grapheme" });

describe("the list", () => {
  test.each([
    ["", ["Fiction", "Science fiction", "Élégie"]],
    ["FICTION", ["Fiction", "Science fiction"]],
    ["ce fic", ["Science fiction"]],
    ["  science ", ["Science fiction"]],
    ["élé", ["Élégie"]],
    ["ele", []],
    [".*", []],
  ])("for %j holds %j", (text, labels) => expect(labelsFor(text)).toEqual(labels));

  test("holds exactly the labels that contain the search text in any case, in their order", () => {
    fc.assert(
      fc.property(someOptions, someText, (options, text) => {
        const lower = text.trim().toLocaleLowerCase("en");
        expect(matchingOptions(options, { text, language: "en" })).toEqual(
          options.filter(({ label }) => label.toLocaleLowerCase("en").includes(lower)),
        );
      }),
    );
  });

  test("is not filtered once more where a server searched", () => {
    expect(labelsFor("roman", { isSearched: true })).toEqual(["Fiction", "Science fiction", "Élégie"]);
  });
});

describe("a custom value", () => {
  test.each([
    ["what matches nothing, alone", "Drama", ["Drama"]],
    ["what other labels contain, beneath them", "Science", ["Science fiction", "Science"]],
    ["the text without the spaces around it", "  Drama ", ["Drama"]],
    ["nothing for a label that is there", "fiction", ["Fiction", "Science fiction"]],
    ["nothing for spaces", "   ", ["Fiction", "Science fiction", "Élégie"]],
  ])("offers %s", (_, text, labels) => expect(labelsFor(text, { allowCustom: true })).toEqual(labels));

  test("has the trimmed search text as id and label, is last, and never equals a label", () => {
    fc.assert(
      fc.property(someOptions, someText, (options, text) => {
        const offered = matchingOptions(options, { text, language: "en", allowCustom: true });
        const custom = offered.filter(({ isNew }) => isNew);
        const isThere = options.some(
          ({ label }) => label.toLocaleLowerCase("en") === text.trim().toLocaleLowerCase("en"),
        );
        expect(custom).toEqual(
          text.trim() && !isThere ? [{ id: text.trim(), label: text.trim(), isNew: true }] : [],
        );
        if (custom.length) expect(offered.at(-1)).toBe(custom[0]);
      }),
    );
  });
});

test("the label of a value is its option's label, or the value itself", () => {
  expect([optionLabel(genres, "2"), optionLabel(genres, "Drama"), optionLabel(genres, null)]).toEqual([
    "Science fiction",
    "Drama",
    "",
  ]);
});
