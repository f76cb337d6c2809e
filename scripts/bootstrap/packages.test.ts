import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { silentSteps, temporaryFolder } from "../support/testing.ts";
import { installPackages } from "./packages.mjs";

afterEach(() => vi.unstubAllEnvs());

/** A replacement for npm: records its run, leaves a package, and fails if there is a file "fail". */
const fakeNpm = `
const { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } = require("node:fs");
appendFileSync("ran", process.argv.slice(2).join(" ") + "\\n");
mkdirSync("node_modules/left-by-npm", { recursive: true });
writeFileSync("node_modules/left-by-npm/index.js", existsSync("node_modules/half") ? "beside half" : "whole");
if (existsSync("fail")) {
  console.error(readFileSync("fail", "utf8"));
  process.exit(1);
}
`;

function setUp() {
  const projectDir = temporaryFolder({
    "npm-cli.js": fakeNpm,
    "package.json": '{"dependencies":{"a":"1"}}',
    "package-lock.json": "{}",
  });
  vi.stubEnv("npm_execpath", join(projectDir, "npm-cli.js"));
  const file = (name: string) => join(projectDir, name);
  const install = () =>
    installPackages({ projectDir, cacheDir: file("node_modules/.cache/flyleaf"), steps: silentSteps() });
  const runs = () => (existsSync(file("ran")) ? readFileSync(file("ran"), "utf8").trim().split("\n") : []);
  return { file, install, runs };
}

test("packages are installed once, without changing the lock, and with dev dependencies", async () => {
  const { install, runs } = setUp();
  await install();
  await install();
  expect(runs()).toHaveLength(1);
  expect(runs()[0]).toContain("install --no-save --include=dev");
});

test("they are installed again if the lock or the dependencies have changed, but not for a new script", async () => {
  const { install, runs, file } = setUp();
  await install();
  writeFileSync(file("package.json"), '{"dependencies":{"a":"1"},"scripts":{"new":"x"}}');
  await install();
  expect(runs()).toHaveLength(1);
  writeFileSync(file("package.json"), '{"dependencies":{"a":"2"}}');
  await install();
  expect(runs()).toHaveLength(2);
  writeFileSync(file("package-lock.json"), '{"changed":true}');
  await install();
  expect(runs()).toHaveLength(3);
});

test("what Node has compiled of the packages before is deleted", async () => {
  const { install, file } = setUp();
  await install();
  const compiled = file("node_modules/.cache/flyleaf/compiled");
  mkdirSync(compiled);
  await install();
  expect(existsSync(compiled)).toBe(true);
  writeFileSync(file("package-lock.json"), '{"changed":true}');
  await install();
  expect(existsSync(compiled)).toBe(false);
});

test("a failed installation says why in a sentence, and the next one starts with an empty folder", async () => {
  const { install, runs, file } = setUp();
  writeFileSync(file("fail"), "npm error code ENOTFOUND");
  await expect(install()).rejects.toThrow(
    /packages must be installed, but the npm registry can't be reached/,
  );

  writeFileSync(file("node_modules/half"), "a package that npm was interrupted in");
  writeFileSync(file("fail"), "npm error code EINTEGRITY broken");
  await expect(install()).rejects.toThrow("EINTEGRITY broken");
  expect(readFileSync(file("node_modules/left-by-npm/index.js"), "utf8")).toBe("whole");
  expect(runs()).toHaveLength(2);
});

test("two commands at the same time install once", async () => {
  const { install, runs } = setUp();
  await Promise.all([install(), install()]);
  expect(runs()).toHaveLength(1);
});
