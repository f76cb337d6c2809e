import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readBuildSource, readBuildTime } from "./build-source.ts";

const none = { commit: undefined, branch: undefined };
const sha = "0123456789abcdef0123456789abcdef01234567";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "app-source-")));
});
afterEach(() => rmSync(folder, { recursive: true }));

function git(...args: string[]): string {
  const author = ["-c", "user.name=Someone", "-c", "user.email=someone@example.com"];
  return execFileSync("git", [...author, ...args], { cwd: folder, encoding: "utf8" }).trim();
}

function createRepository(): string {
  git("init", "--quiet", "--initial-branch=books");
  git("commit", "--quiet", "--allow-empty", "--message=Start");
  return git("rev-parse", "HEAD").slice(0, 7);
}

test("the commit and the branch are those that git has checked out", () => {
  const commit = createRepository();
  expect(readBuildSource(folder, {})).toEqual({ commit, branch: "books" });
  git("checkout", "--quiet", "--detach");
  expect(readBuildSource(folder, {})).toEqual({ commit, branch: undefined });
});

test("a downloaded archive has neither, also inside another repository", () => {
  expect(readBuildSource(folder, {})).toEqual(none);
  createRepository();
  const archive = join(folder, "archive");
  mkdirSync(archive);
  expect(readBuildSource(archive, {})).toEqual(none);
});

test.each([
  [{ GITHUB_SHA: sha, GITHUB_HEAD_REF: "", GITHUB_REF_NAME: "main" }, "main"],
  [{ GITHUB_SHA: sha, GITHUB_HEAD_REF: "fix", GITHUB_REF_NAME: "12/merge" }, "fix"],
  [{ CI_COMMIT_SHA: sha, CI_COMMIT_REF_NAME: "main" }, "main"],
  [{ VERCEL_GIT_COMMIT_SHA: sha, VERCEL_GIT_COMMIT_REF: "main" }, "main"],
  [{ COMMIT_REF: sha, BRANCH: "main" }, "main"],
])("in CI they come from the environment: %o", (env, branch) => {
  expect(readBuildSource(folder, env)).toEqual({ commit: "0123456", branch });
});

test("the time of a build can be set, so that it is reproducible", () => {
  expect(readBuildTime({ SOURCE_DATE_EPOCH: "946684800" })).toBe("2000-01-01T00:00:00.000Z");
  expect(Date.now() - Date.parse(readBuildTime({}))).toBeLessThan(60_000);
});
