import { renderToStaticMarkup } from "react-dom/server";
import { expect, onTestFinished, test } from "vitest";
import { brand } from "#brand/brand.ts";
import { build } from "#lib/build.ts";
import { PageTitle } from "./page-title.tsx";

const name = "staging";

test.each([
  ["Books", undefined, `Books | ${brand.name}`],
  [undefined, undefined, brand.name],
  ["Books", { name, emoji: undefined }, `[staging] Books | ${brand.name}`],
  [undefined, { name, emoji: undefined }, `[staging] ${brand.name}`],
  ["Books", { name, emoji: "🚧" }, `🚧 Books | ${brand.name}`],
  [undefined, { name, emoji: "🚧" }, `🚧 ${brand.name}`],
])("the title of %o in %o is %s", (title, environment, expected) => {
  const { environment: own } = build;
  onTestFinished(() => void Object.assign(build, { environment: own }));
  Object.assign(build, { environment });
  expect(renderToStaticMarkup(<PageTitle>{title}</PageTitle>)).toBe(`<title>${expected}</title>`);
});
