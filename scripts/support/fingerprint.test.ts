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

test("the hash changes when a source changes, is added or is deleted, and changes back with it", () => {
  const folder = temporaryFolder(files);
  const hash = () => buildFingerprint(folder, {});
  const before = hash();
  for (const [path, text] of Object.entries(files)) {
    writeFileSync(join(folder, path), "something else");
    expect(hash(), path).not.toBe(before);
    writeFileSync(join(folder, path), text);
    expect(hash(), path).toBe(before);
  }
  writeFileSync(join(folder, "src/c.ts"), files["src/a.ts"]);
  const more = hash();
  rmSync(join(folder, "src/a.ts"));
  expect(new Set([before, more, hash()]).size).toBe(3);
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
