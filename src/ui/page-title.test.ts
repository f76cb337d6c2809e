import { expect, test } from "vitest";
import { documentTitle } from "./page-title.tsx";

const name = "staging";

test.each([
  ["Books", undefined, "Books | Flyleaf"],
  [undefined, undefined, "Flyleaf"],
  ["Books", { name, emoji: undefined }, "[staging] Books | Flyleaf"],
  ["Books", { name, emoji: "🚧" }, "🚧 Books | Flyleaf"],
  [undefined, { name, emoji: "🚧" }, "🚧 Flyleaf"],
])("the title of %o in %o is %s", (title, environment, expected) => {
  expect(documentTitle(title, environment)).toBe(expected);
});
