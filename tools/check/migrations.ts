import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";

const folder = "migrations";
const journalFile = `${folder}/meta/_journal.json`;

/** Checks that the migrations match the tables in table.ts files, and that committed ones were not changed. */
export async function checkMigrations(project: Project): Promise<Finding[]> {
  const tags = readTags(project);
  return [
    ...checkJournal(project, tags),
    ...checkCommitted(project),
    ...(await checkTables(project, tags.at(-1))),
  ];
}

function readTags(project: Project): string[] {
  if (project.files(journalFile).length === 0) return [];
  const { entries } = JSON.parse(project.read(journalFile)) as { entries: { tag: string }[] };
  return entries.map(({ tag }) => tag);
}

/** Only files in the journal are applied. */
function checkJournal(project: Project, tags: string[]): Finding[] {
  const files = project.files(`${folder}/*.sql`);
  const expected = tags.map((tag) => `${folder}/${tag}.sql`);
  return [
    ...files
      .filter((file) => !expected.includes(file))
      .map((file) => ({
        file,
        problem: "is not in the journal and is never applied: delete it, or generate it again",
      })),
    ...expected
      .filter((file) => !files.includes(file))
      .map((file) => ({ file, problem: "is in the journal and is missing: restore it from git" })),
  ];
}

/** Files that were changed since the last commit or version: databases may have applied them. */
function checkCommitted({ dir }: Project): Finding[] {
  const version = git(dir, "describe", "--tags", "--abbrev=0")?.trim();
  const files = ["HEAD", version].flatMap((since) => {
    const names =
      since && git(dir, "diff", "--name-only", "--diff-filter=MD", since, "--", `${folder}/*.sql`);
    return names ? names.trim().split("\n") : [];
  });
  return [...new Set(files)].map((file) => ({
    file,
    problem:
      "was changed after it had been committed, and databases may have applied it: restore it, and write a new one with npm run db:generate",
  }));
}

/** The output of git; undefined if the folder is not a repository or the commit does not exist. */
function git(dir: string, ...args: string[]): string | undefined {
  try {
    return execFileSync("git", args, { cwd: dir, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  } catch {
    return undefined;
  }
}

/** Compares the tables with the snapshot that drizzle-kit wrote with the newest migration. */
async function checkTables(project: Project, newest: string | undefined): Promise<Finding[]> {
  const { generateDrizzleJson } = await import("drizzle-kit/api");
  const modules = project
    .files("src/**/table.ts")
    .map((file) => import(pathToFileURL(join(project.dir, file)).href));
  const tables: Record<string, unknown> = Object.assign({}, ...(await Promise.all(modules)));
  const wanted = withoutIds(generateDrizzleJson(tables));
  const snapshot = newest && project.read(`${folder}/meta/${newest.split("_")[0]}_snapshot.json`);
  const present = withoutIds(snapshot ? JSON.parse(snapshot) : generateDrizzleJson({}));
  return differences(wanted, present, []).map((path) => ({
    file: folder,
    problem: `${path.join(" ")} differs from src/**/table.ts: npm run db:generate`,
  }));
}

function withoutIds(snapshot: object): unknown {
  return JSON.parse(JSON.stringify({ ...snapshot, id: undefined, prevId: undefined }));
}

/** The paths at which two snapshots differ, down to a column or index of a table. */
function differences(wanted: unknown, present: unknown, path: string[]): string[][] {
  if (isDeepStrictEqual(wanted, present)) return [];
  if (path.length === 4 || !isRecord(wanted) || !isRecord(present)) return [path];
  const names = new Set([...Object.keys(wanted), ...Object.keys(present)]);
  return [...names].flatMap((name) => differences(wanted[name], present[name], [...path, name]));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
