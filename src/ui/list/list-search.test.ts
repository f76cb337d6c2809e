import fc from "fast-check";
import { expect, test } from "vitest";
import {
  choiceFilter,
  flagFilter,
  idFilter,
  updateSearch,
  listLimits,
  listSearch,
  nextSort,
} from "./list-search.ts";

const genres = ["classic", "poetry"];
const { validateSearch: validate, search } = listSearch({
  sortable: ["title", "updatedAt"],
  defaultSort: "title",
  filters: { genre: choiceFilter(genres), isLent: flagFilter },
  isSelectable: true,
});

test("any URL gives a valid search of limited length, and validating it again changes nothing", () => {
  fc.assert(
    fc.property(
      fc.record(
        {
          searchTerm: fc.anything(),
          sort: fc.oneof(fc.anything(), fc.constantFrom("title", "-title", "updatedAt", "-updatedAt")),
          genre: fc.oneof(fc.anything(), fc.constantFrom(...genres)),
          selected: fc.oneof(fc.anything(), fc.array(fc.string({ maxLength: 200 }), { maxLength: 300 })),
          isLent: fc.oneof(fc.anything(), fc.constantFrom(true, false, "true", "false")),
          after: fc.oneof(fc.anything(), fc.string({ minLength: 3_990, maxLength: 4_010 })),
          other: fc.anything(),
        },
        { requiredKeys: [] },
      ),
      (raw) => {
        const valid = validate(raw);
        expect(validate(valid)).toEqual(valid);
        expect(valid.searchTerm?.length ?? 1).toBeLessThanOrEqual(listLimits.searchTerm);
        expect(valid.after?.length ?? 1).toBeLessThanOrEqual(listLimits.after);
        expect(valid.selected?.length ?? 1).toBeLessThanOrEqual(listLimits.selected);
        expect([undefined, "-title", "updatedAt", "-updatedAt"]).toContain(valid.sort);
        expect([undefined, ...genres]).toContain(valid.genre);
        expect([undefined, true, false]).toContain(valid.isLent);
        expect(JSON.stringify(valid).length).toBeLessThan(20_000);
        expect(Object.values(valid)).not.toContain("");
        expect(valid).not.toHaveProperty("other");
      },
    ),
  );
});

test("valid values are kept", () => {
  const valid = { searchTerm: "Ñandú", sort: "-updatedAt", genre: "poetry", selected: ["b", "a"] };
  expect(validate(valid)).toEqual(valid);
});

test("defaults are removed", () => {
  expect(validate({ searchTerm: "", sort: "title", genre: "", selected: [] })).toEqual({});
});

test("links omit defaults and keep other parameters", () => {
  const [withoutDefaults] = search.middlewares;
  const result = { searchTerm: "", sort: "title" as const, genre: "poetry", lng: "ar" };
  expect(withoutDefaults?.({ search: {}, next: () => result })).toEqual({ genre: "poetry", lng: "ar" });
});

test("a filter by yes or no is true or false, and No is kept", () => {
  expect(validate({ isLent: true })).toEqual({ isLent: true });
  expect(validate({ isLent: "false" })).toEqual({ isLent: false });
  expect(validate({ isLent: 1 })).toEqual({});
  expect(updateSearch({ isLent: false })({ isLent: true })).toEqual({ isLent: false });
});

test("a filter by id ignores other texts", () => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";
  expect([id, "1", "", `${id}x`].map(idFilter)).toEqual([id, undefined, undefined, undefined]);
});

test("a long search term is cut, but not within a character", () => {
  const { searchTerm } = validate({ searchTerm: `${"x".repeat(199)}😀` });
  expect(searchTerm).toBe("x".repeat(199));
});

test("an id is selected only once", () => {
  expect(validate({ selected: ["a", "b", "a", 7] })).toEqual({ selected: ["a", "b"] });
  expect(validate({ selected: "a,b,,a" })).toEqual({ selected: ["a", "b"] });
});

test("updating the search keeps the other parameters and clears the selection", () => {
  const before = { searchTerm: "a", genre: "poetry", after: "WyJ0Il0", selected: ["1"] };
  expect(updateSearch({ sort: "-title" })(before)).toEqual({
    searchTerm: "a",
    genre: "poetry",
    sort: "-title",
  });
  expect(updateSearch({ searchTerm: "" })(before)).toEqual({ genre: "poetry" });
  expect(updateSearch({ genre: undefined })(before)).toEqual({ searchTerm: "a" });
});

test("a column header sorts by its own direction first, then by the other", () => {
  expect(nextSort("title", "updatedAt", "descending")).toBe("-updatedAt");
  expect(nextSort("-updatedAt", "updatedAt", "descending")).toBe("updatedAt");
  expect(nextSort("updatedAt", "updatedAt", "descending")).toBe("-updatedAt");
  expect(nextSort(undefined, "title", "ascending")).toBe("title");
});

test("hidden columns are known ones in the order of the list", () => {
  const { validateSearch } = listSearch({ hideable: ["author", "genre", "publisher"] });
  expect(validateSearch({ hidden: "genre,unknown,author,genre" })).toEqual({ hidden: "author,genre" });
  expect(validateSearch({ hidden: "" })).toEqual({});
  expect(validateSearch({ hidden: ["author"] })).toEqual({});
  expect(listSearch({}).validateSearch({ hidden: "author" })).toEqual({});
});

// optional: views
test("the view of a list with columns to hide is a name", () => {
  const { validateSearch } = listSearch({ hideable: ["author"] });
  expect(validateSearch({ view: "Overdue" })).toEqual({ view: "Overdue" });
  expect(validateSearch({ view: "x".repeat(500) })).toEqual({ view: "x".repeat(100) });
  expect(validateSearch({ view: {} })).toEqual({});
  expect(listSearch({}).validateSearch({ view: "Overdue" })).toEqual({});
});
// end: views
