import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { planOf } from "./new.ts";
import { pluralOf } from "./new/names.ts";
import { applyRemoval } from "./remove/apply.ts";
import { planRemoval } from "./remove/plan.ts";
import { projectDir } from "./support/project.ts";
import { temporaryFolder } from "./support/testing.ts";
import { languages } from "#i18n/languages.ts";

const plan = (...args: string[]) => planOf(projectDir, args);

test.each([
  ["wine", "wines"],
  ["category", "categories"],
  ["day", "days"],
  ["box", "boxes"],
  ["branch", "branches"],
  ["bus", "buses"],
])("the plural of %s is %s", (noun, plural) => {
  expect(pluralOf(noun)).toBe(plural);
});

test("a resource is a folder, its routes, its texts in every language and its lines in the two lists", () => {
  const { files, left, migration } = plan("resource", "person/people", "name:text!", "bornOn:date");
  expect(left).toEqual([]);
  const paths = [...files.keys()];
  expect(paths.filter((path) => !/^src\/(features|routes\/manager)\/people\//.test(path))).toEqual([
    "src/app/features.ts",
    "src/app/features.server.ts",
  ]);
  expect(files.get("src/features/people/table.ts")).toContain('bornOn: date("born_on")');
  expect(files.get("src/features/people/schema.ts")).toContain("export const personSchema");
  expect(files.get("src/app/features.ts")).toContain("  peopleFeature,\n");
  const texts = (language: string) =>
    JSON.parse(files.get(`src/features/people/messages/${language}.json`) ?? "");
  expect(texts("en")).toMatchObject({ title: "People", new: "New person", fields: { bornOn: "Born on" } });
  for (const { key } of languages.slice(1))
    expect(texts(key)).toMatchObject({ title: "TODO: People", fields: { bornOn: "TODO: Born on" } });
  expect(migration?.calls).toContain("CALL tell_of_changes('person', 'people');"); // optional: live
  expect(migration?.calls).toContain("CALL keep_counts('person');");
});

test.each([
  [["resource", "Wine", "name:text!"], '"Wine" is not possible as a name'],
  [["resource", "sheep/sheep", "name:text!"], 'The plural of "sheep" must differ from it'],
  [["resource", "class", "name:text!"], '"class" has a meaning in the code or in SQL'],
  [["resource", "order", "name:text!"], '"order" has a meaning in the code or in SQL'],
  [["resource", "auth", "name:text!"], '"auth" or "auths" exists already: see src/features/auth'],
  [["resource", "wine", "name"], '"name" is no field: write name:kind'],
  [["resource", "wine", "name:text!", "price:gold"], '"gold" of "price" is no kind of field. Kinds: text,'],
  [["resource", "wine", "name:text!", "name:date"], 'There are two fields "name"'],
  [["resource", "wine", "name:text!", "createdAt:date"], '"createdAt" has a meaning'],
  [["resource", "wine", "name:text!", "version:number"], '"version" has a meaning'],
  [["resource", "wine", "name:text!", "select:number"], '"select" has a meaning'],
  [["resource", "wine", "bottles:number"], "A text must name the records"],
  [
    ["resource", "wine", "name:text"],
    "The first text names the records and must be required: write name:text!",
  ],
  [["resource", "wine", "name:text!", "region:choice"], '"region:choice" lacks what is in parentheses'],
  [
    ["resource", "wine", "name:text!", "region:choice(north)"],
    '"region" needs two or more different choices',
  ],
  [["resource", "wine", "name:text!", "owner:ref(cellar)"], `A field can't refer to "cellar". It can to: `],
  [["resource", "wine", "name:text!", "owner:ref(user)!"], "A ref can't be required"],
  [["field", "wine", "sweet:boolean"], 'There is no resource "wine"'],
  [["field", "user", "nickname:text"], "A user has no list of fields in src/features/users/fields.ts"],
  [["page", "app/account"], '"account" exists already: see src/routes/'], // optional: app
  [["page", "tastings"], '"tastings" is no path of a page: write one like'],
])("%j is rejected before anything is written: %s", (args, message) => {
  expect(() => plan(...args)).toThrow(message);
});

/** A copy of the files that commands read. */
function copyOfProject(): string {
  const dir = temporaryFolder();
  const read = [
    ".oxfmtrc.json",
    "package.json",
    "src/app/features*.ts",
    "src/**/table.ts",
    "src/features/*/queries.ts",
    "src/resource/messages/*.json",
  ];
  const copied = globSync(read, { cwd: projectDir });
  write(dir, new Map(copied.map((file) => [file, readFileSync(join(projectDir, file), "utf8")])));
  return dir;
}

function write(dir: string, files: Map<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(join(dir, file)), { recursive: true });
    writeFileSync(join(dir, file), text);
  }
}

function withWines(...fields: string[]): string {
  const dir = copyOfProject();
  write(dir, planOf(dir, ["resource", "wine", "name:text!", ...fields]).files);
  return dir;
}

test("a resource can be removed again to the byte", async () => {
  const dir = copyOfProject();
  const git = (...args: string[]) => execFileSync("git", args, { cwd: dir, encoding: "utf8" });
  git("init", "--quiet");
  git("add", "--all");
  const before = git("write-tree");
  write(dir, planOf(dir, ["resource", "wine", "name:text!", "active:boolean", "owner:ref(user)"]).files);
  git("add", "--all");
  expect(git("write-tree")).not.toBe(before);
  await applyRemoval(dir, planRemoval(dir, ["wines"]));
  git("add", "--all");
  expect(git("write-tree")).toBe(before);
});

test("a field is added everywhere in a resource, and what has no place is named", () => {
  const dir = withWines("producer:text", "active:boolean");
  const { files, left, migration } = planOf(dir, ["field", "wine", "sweetness:choice(dry,sweet)"]);
  expect(left).toEqual([]);
  expect(files.get("src/features/wines/fields.ts")).toContain(
    'sweetness: field.choice("wines:fields.sweetness"',
  );
  expect(files.get("src/features/wines/messages/en.json")).toContain('"sweet": "Sweet"');
  expect(migration?.name).toBe("wine-sweetness");

  const grower = planOf(dir, ["field", "wine", "grower:text"]);
  expect(grower.files.get("src/features/wines/table.ts")).toMatch(
    /searchTextColumn\(.*coalesce\(grower, ''\)/,
  );
  expect(grower.migration?.note).toContain("-- Long lock: ");

  const table = join(dir, "src/features/wines/table.ts");
  writeFileSync(table, readFileSync(table, "utf8").replace("searchText: ", "words: "));
  expect(planOf(dir, ["field", "wine", "bottles:number"]).left).toEqual([
    "src/features/wines/table.ts: the column bottles",
  ]);
});

test("a resource exists once, and others can refer to it and to more", () => {
  const dir = withWines();
  expect(() => planOf(dir, ["resource", "wine", "name:text!"])).toThrow(
    '"wine" or "wines" exists already: see src/',
  );
  const fields = ["title:text!", "wine:ref(wine)", "host:ref(user)", "taster:ref(user)"];
  const { files, left } = planOf(dir, ["resource", "tasting", ...fields]);
  expect(left).toEqual([]);
  const form = files.get("src/features/tastings/screens/tasting-form.tsx");
  for (const reference of ["wine: wineRecords", "host: userRecords", "taster: userRecords"])
    expect(form).toContain(reference);
  const store = files.get("src/features/tastings/store.ts");
  expect(store).toContain("wine: referenceTo(wines.id, wines.name)");
  expect(store).toContain("taster: referenceTo(user.id, user.name, user.email)");
});

test("a field that exists, or that existing records would lack, is rejected", () => {
  const dir = withWines("producer:text");
  expect(() => planOf(dir, ["field", "wine", "producer:text"])).toThrow(
    'A wine has a field "producer" already',
  );
  expect(() => planOf(dir, ["field", "wine", "bottles:number!"])).toThrow(`"bottles" can't be required`);
});

test("a page is a feature with a screen, a route, texts and tests", () => {
  const { files, left } = plan("page", "manager/tastings");
  expect(left).toEqual([]);
  expect([...files.keys()]).toEqual(
    expect.arrayContaining([
      "src/features/tastings/feature.ts",
      "src/routes/manager/tastings.tsx",
      "src/features/tastings/messages/en.json",
      "testing/e2e/tastings/tastings.test.ts",
    ]),
  );
});
