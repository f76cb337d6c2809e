import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { checkMigrations } from "../tools/check/migrations.ts";
import { openProject } from "../tools/check/project.ts";
import { commitAll, formatted, makeProject } from "../tools/check/testing.ts";
import { generate } from "./database-generate.ts";
import { undo } from "./database-undo.ts";
import { listMigrations, placeMigrationsLast } from "./support/migrations/files.ts";
import { temporaryFolder } from "./support/testing.ts";

const page = (columns: string, search: string) => `import { sql } from "drizzle-orm";
import { index, integer, pgTable, text } from "drizzle-orm/pg-core";
export const page = pgTable("page", {
  id: integer("id").primaryKey(), title: text("title").notNull(), ${columns}
  search: text("search").notNull().generatedAlwaysAs(sql\`${search}\`),
}, (page) => [index("page_search").on(page.search), index("page_lower_search").on(sql\`lower(\${page.search})\`)]);
`;
const searched = page('subtitle: text("subtitle"),', "lower(title || coalesce(subtitle, ''))");

const note = (column: string) => `import { integer, pgTable } from "drizzle-orm/pg-core";
import { page } from "../page/table.ts";
export const note = pgTable("note", { id: integer("id").primaryKey(), page: ${column} });
`;

const numbered = (name: string) => `import { integer, pgTable } from "drizzle-orm/pg-core";
export const ${name} = pgTable("${name}", { id: integer("id").primaryKey() });
`;

/** A committed project with the table of pages, and others. */
async function makeCommitted(files: Record<string, string> = {}) {
  const { dir } = makeProject({
    "src/page/table.ts": page("", "lower(title)"),
    "migrations/0000_start.sql": `CREATE TABLE page (id integer PRIMARY KEY, title text NOT NULL,
  search text NOT NULL GENERATED ALWAYS AS (lower(title)) STORED);
CREATE INDEX page_search ON page (search); CREATE INDEX page_lower_search ON page (lower(search));
`,
    ...files,
  });
  await generate(dir, undefined);
  commitAll(dir);
  return dir;
}

/** A copy of a project with some changed files. Node reads the tables of each folder only once. */
function copyWith(project: string, changes: Record<string, string>): string {
  const dir = temporaryFolder(changes);
  cpSync(project, dir, { recursive: true, force: false, verbatimSymlinks: true });
  return dir;
}

function write(dir: string, file = "", change: (sql: string) => string) {
  const path = join(dir, file);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

const findings = async (dir: string) => formatted(await checkMigrations(openProject(dir)));

const snapshotOf = (dir: string) => readFileSync(join(dir, "migrations/snapshot.json"), "utf8");

test("a column that the search reads is added before it and removed after it, and the search keeps its indexes", async () => {
  const start = await makeCommitted();
  const added = copyWith(start, { "src/page/table.ts": searched });
  const files = await generate(added, "subtitle");
  expect(files).toEqual([
    expect.stringMatching(/^migrations\/20\d{12}_subtitle\.sql$/),
    expect.stringMatching(/^migrations\/20\d{12}_subtitle-indexes\.sql$/),
  ]);
  expect(await findings(added)).toEqual([expect.stringContaining("reads all rows of page")]);
  write(added, files[0], (sql) => `-- Long lock: the column is computed.\n${sql}`);
  expect(await findings(added)).toEqual([]);
  const removed = copyWith(added, { "src/page/table.ts": page("", "lower(title)") });
  await generate(removed, "no-subtitle");
  expect(await findings(removed)).toEqual([expect.stringContaining("reads all rows of page")]);
});

test("what reads the rows of a table that exists blocks no writers: it is in files of its own", async () => {
  const before = `import { check, foreignKey, index, integer, pgTable, text, unique } from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { page } from "../page/table.ts";
`;
  const start = await makeCommitted({
    "src/note/table.ts": `${before}export const note = pgTable("note", { id: integer("id").primaryKey(), page: integer("page"), text: text("text"), by: text("by") });`,
    "migrations/0001_note.sql":
      "CREATE TABLE note (id integer PRIMARY KEY, page integer, text text, by text);\n",
  });
  const dir = copyWith(start, {
    "src/note/table.ts": `${before}export const note = pgTable("note", {
  id: integer("id").primaryKey(), page: integer("page").references(() => page.id), text: text("text").notNull(), by: text("by"),
}, (note) => [index("note_page").on(note.page), unique("note_unique").on(note.page, note.by).nullsNotDistinct(), check("note_by", sql\`by <> ''\`)]);
export const line = pgTable("line", { note: integer("note").references(() => note.id) }, (line) => [index("line_note").on(line.note)]);`,
  });
  const files = await generate(dir, "note");
  expect(files.map((file) => file.replace(/^.*_/, ""))).toEqual([
    "note.sql",
    "note-indexes.sql",
    "note-validate.sql",
    "note-finish.sql",
  ]);
  for (const file of files.slice(1))
    expect(readFileSync(join(dir, file), "utf8")).toMatch(`-- Compatible if ${files[0]} is.\n`);
  expect(await findings(dir)).toEqual([]);
  expect(undo(dir)).toEqual(files);
});

test("a table is removed after what refers to it", async () => {
  const start = await makeCommitted({
    "src/note/table.ts": note('integer("page").references(() => page.id)'),
    "migrations/0001_note.sql": `CREATE TABLE note (id integer PRIMARY KEY,
  page integer CONSTRAINT note_page_page_id_fk REFERENCES page);\n`,
  });
  const dir = copyWith(start, {
    "src/note/table.ts": note('integer("page")').replace(/^import .*page.*$/m, ""),
  });
  rmSync(join(dir, "src/page"), { recursive: true });
  await generate(dir, "no-pages");
  expect(await findings(dir)).toEqual([]);
});

test("if the migrations make the tables, none is written; otherwise it needs a name", async () => {
  const start = await makeCommitted();
  expect(await generate(copyWith(start, {}), "nothing")).toEqual([]);
  await expect(generate(copyWith(start, { "src/page/table.ts": searched }), undefined)).rejects.toThrow(
    /--name <name>/,
  );
});

test("what isn't committed is taken back with its snapshot; what is committed is not", async () => {
  const dir = copyWith(await makeCommitted(), { "src/page/table.ts": searched });
  const before = snapshotOf(dir);
  expect(() => undo(dir)).toThrow(/^The newest migration, 0000_start, is committed/);
  const files = await generate(dir, "subtitle");
  expect(snapshotOf(dir)).not.toBe(before);
  expect(undo(dir)).toEqual(files);
  expect(snapshotOf(dir)).toBe(before);

  for (const name of ["0001_a", "0002_b"]) writeFileSync(join(dir, `migrations/${name}.sql`), "SELECT 1;\n");
  expect(() => undo(dir)).toThrow(/^Several migrations aren't committed: .*0001_a.*0002_b.* --all/);
  undo(dir, { all: true });
  expect(listMigrations(dir)).toEqual(["0000_start"]);
});

test("two branches that each add a migration merge without a conflict, and at most the snapshot is written again", async () => {
  const start = await makeCommitted({ ".gitattributes": readFileSync(".gitattributes", "utf8") });
  const addTable = async (name: string) => {
    const dir = copyWith(start, { [`src/${name}/table.ts`]: numbered(name) });
    await generate(dir, name);
    commitAll(dir);
    return dir;
  };
  const [ours, theirs] = [await addTable("chapter"), await addTable("author")];
  execFileSync("git", ["pull", "--no-rebase", "--no-commit", theirs, "HEAD"], { cwd: ours, stdio: "pipe" });
  expect(await generate(ours, undefined)).toEqual([]);
  expect(await findings(ours)).toEqual([]);
});

test("tables that changed after a merge left its snapshot behind are not taken for new", async () => {
  const dir = copyWith(await makeCommitted(), {
    "src/page/table.ts": searched,
    "migrations/0001_theirs.sql": "CREATE TABLE theirs (id integer PRIMARY KEY);\n",
  });
  await expect(generate(dir, "subtitle")).rejects.toThrow(
    /as after a merge: .*\nThe migrations create the table theirs, which no table\.ts declares/,
  );
  expect(listMigrations(dir)).toEqual(["0000_start", "0001_theirs"]);
});

test("migrations of a new version are placed behind all others, in their order", () => {
  const own = ["0000_start", "20260105000000_own"];
  const files = ["20260103000000_b", "20260104000000_a", ...own];
  const dir = temporaryFolder(Object.fromEntries(files.map((name) => [`migrations/${name}.sql`, ""])));
  const placed = placeMigrationsLast(dir, ["20260104000000_a", "20260103000000_b"], new Date("2026-01-04"));
  expect(placed).toEqual(["20260105000001_b", "20260105000002_a"]);
  expect(listMigrations(dir)).toEqual([...own, ...placed]);
});
