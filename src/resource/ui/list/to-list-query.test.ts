import { expect, test } from "vitest";
import { toListQuery } from "./to-list-query.ts";

test("a sort parameter becomes a column and a direction", () => {
  expect(toListQuery({ sort: "title" })).toEqual({ sort: "title", direction: "ascending" });
  expect(toListQuery({ sort: "-updatedAt" })).toEqual({ sort: "updatedAt", direction: "descending" });
});

test("filters that aren't set are left out, but No is set", () => {
  const filters = { genreId: undefined, role: "admin", isBanned: false };
  expect(toListQuery({ searchTerm: "ada", ...filters })).toEqual({
    searchTerm: "ada",
    role: "admin",
    isBanned: false,
  });
});

test("a list without parameters has an empty query, so that it is one in the cache", () => {
  expect(toListQuery({ searchTerm: "", selected: ["1.1"], genreId: undefined })).toEqual({});
});
