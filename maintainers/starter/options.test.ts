import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { parseOptions, proposed, withProposals } from "../../create/options.mjs";

const template = {
  version: "1.2.3",
  files: [],
  optional: {
    books: { description: "Books, as an example.", removes: ["books", "genres"] },
    fr: { description: "French.", language: "French", removes: ["fr"] },
  },
  changelog: "",
};
const parse = (...args: string[]) => withProposals(parseOptions(args, template).typed);

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "starter-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

test("a project is named after its folder, has everything and reserves all rights unless more is said", () => {
  const folder = join(parent, "my-cellar");
  expect(parse(folder)).toEqual({
    folder,
    name: "My Cellar",
    without: [],
    license: "UNLICENSED",
    holder: "The authors of My Cellar",
  });
  expect(
    parse(
      folder,
      "--name",
      "Cave à vin",
      "--without",
      "books",
      "--languages",
      "en",
      "--license",
      "MIT",
      "--holder",
      "Ada",
    ),
  ).toEqual({
    folder,
    name: "Cave à vin",
    without: ["books"],
    languages: ["en"],
    license: "MIT",
    holder: "Ada",
  });
});

test.each([
  ["another option", ["a", "--color"], /Unknown option '--color'.*Usage: npm create flyleaf/s],
  ["two folders", ["a", "b"], "Name one folder, not 2."],
  ["a feature that isn't there", ["a", "--without", "books,sheep"], 'There is no feature "sheep": books, fr'],
  ["a language that isn't there", ["a", "--languages", "fr,xx"], 'There is no language "xx": en, fr'],
  ["another license", ["a", "--license", "GPL"], "The license is MIT or UNLICENSED."],
  ["a name with markup", ["a", "--name", "<b>"], /^A name has 1 to 50 letters/],
  ["a folder with a space", ["My App"], /^A folder's name has 1 to 50 English letters/],
  ["the folder of packages", ["node_modules"], /^A folder's name has/],
])("%s is an error before anything is made", (_, args, message) => {
  const [folder = "", ...others] = args;
  expect(() => parse(join(parent, folder), ...others)).toThrow(message);
});

test("a folder with files, a file and a folder that is nowhere are errors; an empty folder is not", () => {
  mkdirSync(join(parent, "full"));
  writeFileSync(join(parent, "full", "file"), "");
  mkdirSync(join(parent, "empty"));
  expect(() => parse(join(parent, "full"))).toThrow(/has files already/);
  expect(() => parse(join(parent, "full", "file"))).toThrow(/is a file/);
  expect(() => parse(join(parent, "nowhere", "app"))).toThrow(/^There is no folder .*nowhere\.$/);
  expect(parse(join(parent, "empty"))).toMatchObject({ name: "Empty" });
});

test.each([
  ["my-cellar", "My Cellar"],
  ["wine_app.2", "Wine App 2"],
])("the folder %s is called %s", (folder, name) => {
  expect(proposed.name(folder)).toBe(name);
});

test("what was not typed is left open, for the questions", () => {
  const { typed } = parseOptions(["--name", "My Cellar"], template);
  expect(typed).toEqual({ name: "My Cellar" });
});
