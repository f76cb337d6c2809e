import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson } from "drizzle-kit/api";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import { runGit } from "../git.ts";
import { checkMigrations } from "./migrations.ts";
import { commitAll, formatted, makeProject } from "./testing.ts";

const page = pgTable("page", { id: integer("id").primaryKey(), title: text("title").notNull() }, (each) => [
  index("page_title").on(each.title),
]);

const tables = (columns: string) => `import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
export const page = pgTable("page", { id: integer("id").primaryKey(), ${columns} }, (page) => [index("page_title").on(page.title)]);
`;

const create = "CREATE TABLE page (id integer PRIMARY KEY, title text NOT NULL)";

/** A project whose migration, `0000_start`, makes the table above. */
function makeMigrated(files: Record<string, string> = {}) {
  return makeProject({
    "src/page/table.ts": tables('title: text("title").notNull()'),
    "migrations/0000_start.sql": `${create}; CREATE INDEX page_title ON page (title);\n`,
    "migrations/snapshot.json": JSON.stringify(generateDrizzleJson({ page })),
    ...files,
  });
}

/** What the check of a project finds. */
const findings = async (files?: Record<string, string>) =>
  formatted(await checkMigrations(makeMigrated(files)));

test("migrations that make the tables and are unchanged are accepted", async () => {
  const project = makeMigrated();
  commitAll(project.dir);
  expect(await checkMigrations(project)).toEqual([]);
});

test("tables that differ from the migrations are reported", async () => {
  expect(
    await findings({ "src/page/table.ts": tables('title: text("title"), lines: integer("lines")') }),
  ).toEqual(["migrations lacks what has changed in src/**/table.ts: npm run db:generate -- --name <name>"]);
});

test("a migration that fails in an empty database is reported with PostgreSQL's reason", async () => {
  expect(
    await findings({ "migrations/0001_twice.sql": "ALTER TABLE page ADD COLUMN title text;\n" }),
  ).toEqual([
    'In an empty database: The migration 0001_twice failed and was rolled back: column "title" of relation "page" already exists. If it isn\'t committed, correct it, or take it back: npm run db:undo',
  ]);
});

test("a new migration that fails only on rows is reported", async () => {
  const project = makeMigrated({
    "src/app/run/seed.server.ts": `export const seedDatabase = ({ pool }) => pool.query("INSERT INTO page VALUES (1, 'Emma')");\n`,
  });
  commitAll(project.dir);
  const statement =
    "ALTER TABLE page ADD COLUMN lines integer NOT NULL; ALTER TABLE page DROP COLUMN lines;\n";
  writeFileSync(join(project.dir, "migrations/0001_lines.sql"), statement);
  const found = [
    expect.stringMatching(/^In a database with rows: The migration 0001_lines .* null values\. If/),
  ];
  expect(formatted(await checkMigrations(project))).toEqual(found);
  commitAll(project.dir);
  expect(formatted(await checkMigrations(project))).toEqual(found);
});

test("a migration that is merged in between others must also work after them", async () => {
  const project = makeMigrated({ "migrations/20260102000000_b.sql": "ALTER TABLE page RENAME TO book;\n" });
  const back = "ALTER TABLE book RENAME TO page;\n";
  writeFileSync(join(project.dir, "migrations/20260103000000_c.sql"), back);
  commitAll(project.dir);
  expect(await checkMigrations(project)).toEqual([]);
  writeFileSync(
    join(project.dir, "migrations/20260102120000_earlier.sql"),
    "COMMENT ON TABLE book IS 'x';\n",
  );
  expect(formatted(await checkMigrations(project))).toEqual([
    expect.stringMatching(/_earlier failed .* relation "book" does not exist/),
  ]);
});

test("what the migrations make and the tables don't declare is named, and the reverse", async () => {
  expect(
    await findings({
      "migrations/0000_start.sql":
        "CREATE TABLE page (id bigint PRIMARY KEY, title text NOT NULL CHECK (title <> '')); CREATE TABLE other ();\n",
    }),
  ).toEqual(
    [
      "create the table other, which no table.ts declares",
      "create the column id of page as bigint NOT NULL, and its table.ts declares integer NOT NULL",
      "create the constraint page_title_check of page, which no table.ts declares: CHECK (title <> ''::text)",
      "don't create the index page_title of page, which its table.ts declares: CREATE INDEX page_title ON page USING btree (title)",
    ].map(
      (sentence) =>
        `The migrations ${sentence}. Correct table.ts, or a migration that isn't committed (npm run db:generate -- --custom --name <name>)`,
    ),
  );
});

test("a foreign key to a table that a layer can't name may be in the migrations alone", async () => {
  const foreignKey = "ALTER TABLE page ADD FOREIGN KEY (id) REFERENCES page (id);\n";
  expect(await findings({ "migrations/0001_reference.sql": foreignKey })).toEqual([]);
});

test("a snapshot that a merge left behind the tables is reported", async () => {
  for (const snapshot of ["{<<<<", JSON.stringify(generateDrizzleJson({}))])
    expect(await findings({ "migrations/snapshot.json": snapshot })).toEqual([
      "migrations makes the tables, but snapshot.json has others, as after a merge: npm run db:generate",
    ]);
});

test("a changed or renamed migration that was committed is reported, and one that was changed since the last version", async () => {
  const project = makeMigrated();
  const changed = "migrations/0000_start.sql was changed after it had been committed";
  const file = join(project.dir, "migrations/0000_start.sql");
  commitAll(project.dir);
  runGit(project.dir, "mv", file, join(project.dir, "migrations/0000_other.sql"));
  expect(formatted(await checkMigrations(project))).toEqual([expect.stringContaining(changed)]);
  runGit(project.dir, "reset", "--hard");
  execFileSync("git", ["tag", "v1"], { cwd: project.dir });
  writeFileSync(file, `${create}; CREATE INDEX page_title ON page (title); SELECT 1;\n`);
  expect(formatted(await checkMigrations(project))).toEqual([expect.stringContaining(changed)]);
  commitAll(project.dir);
  expect(formatted(await checkMigrations(project))).toEqual([expect.stringContaining(changed)]);
});

test("a new migration that blocks writers while it reads a table is reported", async () => {
  const project = makeMigrated();
  commitAll(project.dir);
  const statement = "CREATE INDEX page_id ON page (id);\n--> statement-breakpoint\nDROP INDEX page_id;\n";
  writeFileSync(join(project.dir, "migrations/99990101000000_index.sql"), statement);
  expect(formatted(await checkMigrations(project))).toEqual([
    expect.stringMatching(
      /^migrations\/99990101000000_index\.sql reads all rows of page while no one else can write to page: CREATE INDEX page_id/,
    ),
  ]);
});
