import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { buildSettings, ownPrefixes, runtimeSettings } from "./settings.ts";

test("docs/settings.md describes exactly the settings that exist, and .env.example has no others", () => {
  const [docs = ""] = readFileSync("docs/settings.md", "utf8").split("\n## ");
  const documented = docs
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .flatMap((row) => row.split("|")[1]?.match(/\w+/g) ?? []);
  const declared = Object.keys({ ...runtimeSettings.shape, ...buildSettings.shape });
  expect(documented.toSorted()).toEqual(declared.toSorted());
  const examples = [...readFileSync(".env.example", "utf8").matchAll(/^# ([A-Z_]+)=/gm)].map(
    ([, name]) => name,
  );
  expect(declared).toEqual(expect.arrayContaining(examples));
  for (const prefix of ownPrefixes) expect(docs).toContain(`\`${prefix}\``);
});
