import fc from "fast-check";
import { expect, test } from "vitest";
import { searchParameters } from "./search-parameters.ts";

const { parseSearch, stringifySearch } = searchParameters;

test("any text is the same after it was in a URL", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.string({ unit: "grapheme" })), (search) => {
      expect(parseSearch(stringifySearch(search))).toEqual({ ...search });
    }),
  );
});

test("texts that look like numbers, JSON or flags are texts, and are readable in the URL", () => {
  expect(parseSearch("?searchTerm=1e3&sort=true&genre=%7B%7D")).toEqual({
    searchTerm: "1e3",
    sort: "true",
    genre: "{}",
  });
  expect(stringifySearch({ searchTerm: "1984", banned: false })).toBe("?searchTerm=1984&banned=false");
});

test("without values, a URL has no question mark", () => {
  expect(stringifySearch({})).toBe("");
  expect(stringifySearch({ searchTerm: undefined })).toBe("");
});
