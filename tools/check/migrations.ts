import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { runGit } from "../git.ts";
import type { Project } from "./project.ts";
import type { Finding } from "./run-checks.ts";

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
  const files = new Set(project.files(`${folder}/*.sql`));
  const expected = new Set(tags.map((tag) => `${folder}/${tag}.sql`));
  return [
    ...[...files.difference(expected)].map((file) => ({
      file,
      problem: "is not in the journal and is never applied: delete it, or generate it again",
    })),
    ...[...expected.difference(files)].map((file) => ({
      file,
      problem: "is in the journal and is missing: restore it from git",
    })),
  ];
}

/** Files that were changed since the last commit or version: databases may have applied them. */
function checkCommitted({ dir }: Project): Finding[] {
  const version = runGit(dir, "describe", "--tags", "--abbrev=0");
  const files = ["HEAD", version].flatMap((since) => {
    const names =
      since && runGit(dir, "diff", "--name-only", "--diff-filter=MD", since, "--", `${folder}/*.sql`);
    return names ? names.split("\n") : [];
  });
  return [...new Set(files)].map((file) => ({
    file,
    problem:
      "was changed after it had been committed, and databases may have applied it: restore it, and write a new one with npm run db:generate",
  }));
}

/** Compares the tables with the snapshot that drizzle-kit wrote with the newest migration. */
async function checkTables(project: Project, newest: string | undefined): Promise<Finding[]> {
  const { generateDrizzleJson } = await import("drizzle-kit/api");
  const modules = project
    .files("src/**/table.ts")
    .map((file) => import(pathToFileURL(join(project.dir, file)).href));
  const wanted = generateDrizzleJson(Object.assign({}, ...(await Promise.all(modules))));
  const file = `${folder}/meta/${newest?.split("_")[0]}_snapshot.json`;
  const present: object = newest ? JSON.parse(project.read(file)) : generateDrizzleJson({});
  if (isDeepStrictEqual(withoutIds(wanted), withoutIds(present))) return [];
  return [{ file: folder, problem: "lacks what has changed in src/**/table.ts: npm run db:generate" }];
}

function withoutIds(snapshot: object): unknown {
  return JSON.parse(JSON.stringify({ ...snapshot, id: undefined, prevId: undefined }));
}
