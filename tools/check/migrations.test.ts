import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson } from "drizzle-kit/api";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { checkMigrations } from "./migrations.ts";
import { makeProject, formatted } from "./testing.ts";

const page = pgTable("page", { id: integer("id").primaryKey(), title: text("title").notNull() });

const tables = (columns: string) => `import { integer, pgTable, text } from "drizzle-orm/pg-core";
export const page = pgTable("page", { id: integer("id").primaryKey(), ${columns} });
`;

/** A project whose migration, `0000_start`, matches the table above. */
function makeMigrated(files: Record<string, string> = {}) {
  return makeProject({
    "src/page/table.ts": tables('title: text("title").notNull()'),
    "migrations/0000_start.sql": "CREATE TABLE page (id integer PRIMARY KEY, title text NOT NULL);\n",
    "migrations/meta/_journal.json": JSON.stringify({ entries: [{ idx: 0, tag: "0000_start" }] }),
    "migrations/meta/0000_snapshot.json": JSON.stringify(generateDrizzleJson({ page })),
    ...files,
  });
}

/** Without git's variables: inside a git hook they would lead to the outer repository. */
const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));

function git(dir: string, ...args: string[]): void {
  const author = ["-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false"];
  execFileSync("git", [...author, ...args], { cwd: dir, env, stdio: "ignore" });
}

function commit(dir: string): void {
  git(dir, "init");
  git(dir, "add", "migrations");
  git(dir, "commit", "-m", "start");
}

test("migrations that match the tables and are unchanged are accepted", async () => {
  const project = makeMigrated();
  commit(project.dir);
  expect(await checkMigrations(project)).toEqual([]);
});

test("tables that differ from the migrations are reported, and tables without any", async () => {
  const changed = makeMigrated({
    "src/page/table.ts": tables('title: text("title"), lines: integer("lines")'),
  });
  for (const project of [changed, makeProject({ "src/page/table.ts": tables("") })])
    expect(formatted(await checkMigrations(project))).toEqual([
      "migrations lacks what has changed in src/**/table.ts: npm run db:generate",
    ]);
});

test("a file that is missing in the journal is reported, and one that is missing in the folder", async () => {
  const project = makeMigrated({ "migrations/0001_more.sql": "SELECT 1;\n" });
  rmSync(join(project.dir, "migrations/0000_start.sql"));
  expect(formatted(await checkMigrations(project))).toEqual([
    "migrations/0001_more.sql is not in the journal and is never applied: delete it, or generate it again",
    "migrations/0000_start.sql is in the journal and is missing: restore it from git",
  ]);
});

test("a changed migration that was committed is reported, and one that was changed since the last version", async () => {
  const project = makeMigrated();
  commit(project.dir);
  git(project.dir, "tag", "v1");
  const findings = [
    expect.stringContaining("migrations/0000_start.sql was changed after it had been committed"),
  ];
  writeFileSync(join(project.dir, "migrations/0000_start.sql"), "CREATE TABLE page ();\n");
  expect(formatted(await checkMigrations(project))).toEqual(findings);
  commit(project.dir);
  expect(formatted(await checkMigrations(project))).toEqual(findings);
});
