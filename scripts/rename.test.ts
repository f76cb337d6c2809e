import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rename } from "./rename.ts";
import { projectDir } from "./support/project.ts";
import { temporaryFolder } from "./support/testing.ts";

const files = [
  "src/brand/brand.ts",
  "public/site.webmanifest",
  "package.json",
  "package-lock.json",
  "README.md",
];

function setUp() {
  const dir = temporaryFolder();
  for (const file of files) cpSync(join(projectDir, file), join(dir, file));
  return { dir, read: (file: string) => readFileSync(join(dir, file), "utf8") };
}

test.each([
  ["My Cellar", "my-cellar"],
  ["A", "a"],
  ["L'Été & co.", "lete-co"],
])("the product is renamed to %s, its package to %s, and can be renamed again", (name, packageName) => {
  const { dir, read } = setUp();
  rename(dir, "First");
  expect(rename(dir, name).toSorted()).toEqual(files.toSorted());
  expect(read("src/brand/brand.ts")).toContain(`\n  name: "${name}",\n`);
  expect(JSON.parse(read("public/site.webmanifest"))).toMatchObject({ name, short_name: name });
  expect(JSON.parse(read("package.json"))).toMatchObject({ name: packageName });
  expect(JSON.parse(read("package-lock.json"))).toMatchObject({
    name: packageName,
    packages: { "": { name: packageName } },
  });
  expect(read("README.md")).toMatch(`# ${name}\n`);
});

test.each(["", " ", "x".repeat(51), 'a"b', "a\nb", "$1", "كتب", "a "])(
  "the name %j is rejected, and nothing changes",
  (name) => {
    const { dir, read } = setUp();
    const before = files.map(read);
    expect(() => rename(dir, name)).toThrow("A name has 1 to 50 letters");
    expect(files.map(read)).toEqual(before);
  },
);
