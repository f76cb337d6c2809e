import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  rename(dir, "First", "first");
  return { dir, read: (file: string) => readFileSync(join(dir, file), "utf8") };
}

test.each([
  ["My Cellar", "my-cellar"],
  ["A", "a"],
  ["L'Été & co.", "lete-co"],
  ["كتب المدينة", "first"],
])("the product is renamed to %s, its package to %s, and its prefix stays", (name, packageName) => {
  const { dir, read } = setUp();
  expect(rename(dir, name)).toMatchObject({ prefix: "first", previousPrefix: "first" });
  expect(read("src/brand/brand.ts")).toContain(`\n  name: "${name}",\n`);
  expect(read("src/brand/brand.ts")).toContain('\nconst prefix = "first";\n');
  expect(JSON.parse(read("public/site.webmanifest"))).toMatchObject({ name, short_name: name });
  expect(JSON.parse(read("package.json"))).toMatchObject({ name: packageName });
  expect(JSON.parse(read("package-lock.json"))).toMatchObject({
    name: packageName,
    packages: { "": { name: packageName } },
  });
  expect(read("README.md")).toMatch(`# ${name}\n`);
});

test("the description of an installed app follows that in src/brand", () => {
  const { dir, read } = setUp();
  const brand = read("src/brand/brand.ts");
  const [description = ""] = /(?<= {2}description: ").*(?=",$)/m.exec(brand) ?? [];
  writeFileSync(
    join(dir, "src/brand/brand.ts"),
    brand.replace(description, () => "Wine for $1 and $&."),
  );
  expect(rename(dir, "First").changed).toEqual(["public/site.webmanifest"]);
  expect(JSON.parse(read("public/site.webmanifest"))).toMatchObject({ description: "Wine for $1 and $&." });
});

test("only files that change are listed, and a project may have no README", () => {
  const { dir } = setUp();
  expect(rename(dir, "First").changed).toEqual([]);
  expect(rename(dir, "First", "second").changed).toEqual(["src/brand/brand.ts"]);
  rmSync(join(dir, "README.md"));
  expect(rename(dir, "Second").changed.toSorted()).toEqual(
    files.filter((file) => file !== "README.md").toSorted(),
  );
});

test.each(["", " ", "x".repeat(51), 'a"b', "a\\b", "a\nb", "<b>", "$1", "📚 Books", "a\u202Eb", "a "])(
  "the name %j is rejected, and nothing changes",
  (name) => {
    const { dir, read } = setUp();
    const before = files.map(read);
    expect(() => rename(dir, name)).toThrow("A name has 1 to 50 letters");
    expect(files.map(read)).toEqual(before);
  },
);

test.each(["", "A", "1a", "a_b", "a b", "a-", "été", "x".repeat(21)])(
  "the prefix %j is rejected, and nothing changes",
  (prefix) => {
    const { dir, read } = setUp();
    const before = files.map(read);
    expect(() => rename(dir, "Second", prefix)).toThrow("A prefix has 1 to 20 lowercase letters");
    expect(files.map(read)).toEqual(before);
  },
);

test("a brand without the line that has the name is not half renamed", () => {
  const { dir, read } = setUp();
  writeFileSync(join(dir, files[0] ?? ""), "export const brand = {};\n");
  expect(() => rename(dir, "Second")).toThrow("src/brand/brand.ts has no line");
  expect(read("README.md")).toMatch("# First\n");
});
