import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { buildFingerprint } from "./fingerprint.ts";
import { temporaryFolder } from "./testing.ts";

const files = {
  "src/a.ts": "export const a = 1;",
  "src/deep/er/b.json": "{}",
  "public/robots.txt": "",
  "vite.config.ts": "",
  "package.json": "{}",
  "package-lock.json": "{}",
};

test.for(Object.keys(files))("the hash changes when %s changes, and changes back with it", (path) => {
  const folder = temporaryFolder(files);
  const before = buildFingerprint(folder, {});
  writeFileSync(join(folder, path), "something else");
  expect(buildFingerprint(folder, {})).not.toBe(before);
  writeFileSync(join(folder, path), files[path as keyof typeof files]);
  expect(buildFingerprint(folder, {})).toBe(before);
});

test("the hash changes when a file is added, deleted or renamed", () => {
  const folder = temporaryFolder(files);
  const before = buildFingerprint(folder, {});
  writeFileSync(join(folder, "src/c.ts"), files["src/a.ts"]);
  const more = buildFingerprint(folder, {});
  rmSync(join(folder, "src/a.ts"));
  expect(new Set([before, more, buildFingerprint(folder, {})]).size).toBe(3);
});

test("the hash ignores tests, generated files and other folders", () => {
  const folder = temporaryFolder(files);
  const before = buildFingerprint(folder, {});
  for (const path of ["src/a.test.ts", "src/a.browser.test.tsx", "src/routeTree.gen.ts", "README.md"]) {
    writeFileSync(join(folder, path), "something");
  }
  expect(buildFingerprint(folder, {})).toBe(before);
});

test("the hash changes with VITE_ settings in the environment and in .env, not with others", () => {
  const folder = temporaryFolder(files);
  const before = buildFingerprint(folder, {});
  expect(buildFingerprint(folder, { PORT: "3001" })).toBe(before);
  expect(buildFingerprint(folder, { VITE_ENV_NAME: "staging" })).not.toBe(before);
  writeFileSync(join(folder, ".env"), "PORT=3001\n");
  expect(buildFingerprint(folder, {})).toBe(before);
  writeFileSync(join(folder, ".env"), "VITE_ENV_NAME=staging\n");
  expect(buildFingerprint(folder, {})).not.toBe(before);
});

test("the hash changes with the commit", () => {
  const folder = temporaryFolder(files);
  const before = buildFingerprint(folder, {});
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@example.com", ...args], { cwd: folder });
  git("init", "--quiet");
  git("commit", "--quiet", "--allow-empty", "-m", "one");
  const first = buildFingerprint(folder, {});
  git("commit", "--quiet", "--allow-empty", "-m", "two");
  expect(new Set([before, first, buildFingerprint(folder, {})]).size).toBe(3);
});
