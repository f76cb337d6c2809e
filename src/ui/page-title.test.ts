import { expect, test } from "vitest";
import { brand } from "#brand/brand.ts";
import { documentTitle } from "./page-title.tsx";

const name = "staging";

test.each([
  ["Books", undefined, `Books | ${brand.name}`],
  [undefined, undefined, brand.name],
  ["Books", { name, emoji: undefined }, `[staging] Books | ${brand.name}`],
  ["Books", { name, emoji: "🚧" }, `🚧 Books | ${brand.name}`],
  [undefined, { name, emoji: "🚧" }, `🚧 ${brand.name}`],
])("the title of %o in %o is %s", (title, environment, expected) => {
  expect(documentTitle(title, environment)).toBe(expected);
});
