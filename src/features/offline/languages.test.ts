import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { languages } from "#i18n/languages.ts";

test("the service worker keeps the offline page in every language", () => {
  const source = readFileSync("public/service-worker.js", "utf8");
  const [list = ""] = /const languages = \[[^\]]*\]/.exec(source) ?? [];
  expect([...list.matchAll(/"(\w+)"/g)].map(([, key]) => key)).toEqual(languages.map(({ key }) => key));
});
