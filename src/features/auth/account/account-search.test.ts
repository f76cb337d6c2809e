import { expect, test } from "vitest";
import { accountSearch } from "./account-search.ts";

test.each([
  [{}, {}],
  [{ state: "", newEmail: "" }, {}],
  [
    { state: "change-name", newEmail: "a@example.com" },
    { state: "change-name", newEmail: "a@example.com" },
  ],
  [{ state: "change-email", newEmail: 12 }, {}],
  [{ state: ["change-name"], newEmail: null, lng: "fr" }, {}],
])("%j is %j", (asked, search) => {
  expect(accountSearch.validateSearch(asked)).toEqual(search);
});

test("what is at its default is dropped from the URL, and what others keep there stays", () => {
  const [middleware] = accountSearch.search.middlewares;
  const next = () => ({ state: "" as never, newEmail: undefined, lng: "fr" });
  expect(middleware?.({ search: {}, next })).toEqual({ lng: "fr" });
});
