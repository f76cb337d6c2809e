import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGit } from "../../tools/git.ts";
import { changedFiles, changesBase, headCommit, nearest, recordPassed } from "./changes.ts";
import { temporaryFolder } from "./testing.ts";

/** A new repository, without a remote and commits. */
function makeRepository() {
  const dir = temporaryFolder({ ".gitignore": "node_modules/\n" });
  const git = (...args: string[]) => runGit(dir, ...args) ?? "";
  git("init", "--initial-branch=main");
  const write = (file: string, text = "") => writeFileSync(join(dir, file), text);
  const commit = (file: string) => {
    write(file);
    git("add", "--all");
    git("-c", "user.name=Ada", "-c", "user.email=ada@example.com", "commit", "--message", file);
    return headCommit(dir) ?? "";
  };
  const changes = () => {
    const base = changesBase(dir);
    return base && changedFiles(dir, base);
  };
  return { dir, git, write, commit, changes };
}

test("without a remote, what isn't committed counts as changed, and before the first commit nothing is known", () => {
  const { changes, commit, write } = makeRepository();
  expect(changes()).toBeUndefined();
  commit("first.ts");
  commit("second.ts");
  expect(changes()).toEqual([]);
  write("first.ts", "changed");
  write("new.ts");
  expect(changes()).toEqual(["first.ts", "new.ts"]);
});

test("the changes count from where the tests passed last", () => {
  const { dir, changes, commit } = makeRepository();
  const first = commit("first.ts");
  recordPassed(dir, first);
  commit("second.ts");
  expect(changes()).toEqual(["second.ts"]);
  recordPassed(dir, headCommit(dir) ?? "");
  expect(changes()).toEqual([]);
});

test("the changes count from origin's default branch if the tests never passed, or passed before it", () => {
  const { dir, git, changes, commit } = makeRepository();
  const first = commit("first.ts");
  const pushed = commit("second.ts");
  git("update-ref", "refs/remotes/origin/main", pushed);
  git("symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main");
  commit("third.ts");
  expect(changes()).toEqual(["third.ts"]);
  recordPassed(dir, first);
  expect(changes()).toEqual(["third.ts"]);
  const last = headCommit(dir) ?? "";
  recordPassed(dir, last);
  expect(changes()).toEqual([]);
});

test("a commit that is gone doesn't count", () => {
  const { dir, changes, commit } = makeRepository();
  commit("first.ts");
  recordPassed(dir, "0a1b2c3d4e5f60718293a4b5c6d7e8f901234567");
  expect(changes()).toEqual([]);
});

test("the nearest files are changed themselves, or fewest folders away from a change", () => {
  const files = [
    "src/app/a.test.ts",
    "src/books/b.test.ts",
    "src/books/c.test.ts",
    "src/books/server/d.test.ts",
  ];
  expect(nearest(files, ["src/books/store.ts", "src/books/c.test.ts"], 3)).toEqual([
    "src/books/c.test.ts",
    "src/books/b.test.ts",
    "src/books/server/d.test.ts",
  ]);
});
