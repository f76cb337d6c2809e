import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { join } from "node:path";
import { hash, hashDeclarations, jsonShapes } from "./declarations.ts";
import type { Project } from "./project.ts";
import { checkTypes } from "./types.ts";

/** What the findings of a run of the linter depend on. Saved after a run without findings. */
type LintState = FileState & {
  /** A hash of what other files see of each file. */
  declarations: Record<string, string>;
};

/** The part that is known before the types are checked. */
type FileState = {
  /** The settings, the packages, and what JSON files export. */
  settings: string;
  /** A hash of each linted file's text. */
  texts: Record<string, string>;
};

const settingsFiles = [
  ".oxlintrc.json",
  "tsconfig.json",
  "package.json",
  "package-lock.json",
  "node_modules/.package-lock.json",
];

/** Files that other files see without importing them. */
const isGlobal = (file: string, text: string) =>
  file.endsWith(".d.ts") || /\bdeclare (global|module)\b/.test(text);

export function currentState(project: Project, files: string[]): FileState {
  const settings = settingsFiles
    .filter((file) => existsSync(join(project.dir, file)))
    .map((file) => project.read(file));
  return {
    settings: hash(JSON.stringify([settings, jsonShapes(project)])),
    texts: Object.fromEntries(files.map((file) => [file, hash(project.read(file))])),
  };
}

/**
 * The files whose findings can differ from those of the last run without any: the changed ones, as long as the others
 * see the same declarations of them. Undefined for all files.
 */
export async function outdatedFiles(
  project: Project,
  cacheDir: string,
  current: FileState,
): Promise<string[] | undefined> {
  const saved = readState(cacheDir);
  if (!saved || saved.settings !== current.settings) return undefined;
  await checkTypes(project);
  const declarations = hashDeclarations(project, cacheDir);
  if (Object.entries(saved.declarations).some(([file, each]) => declarations[file] !== each))
    return undefined;
  const added = Object.keys(declarations).filter((file) => !(file in saved.declarations));
  if (added.some((file) => isGlobal(file, project.read(file)))) return undefined;
  return Object.keys(current.texts).filter((file) => saved.texts[file] !== current.texts[file]);
}

/** Saves the state after a run without findings, unless types have errors or files were changed meanwhile. */
export async function saveState(project: Project, cacheDir: string, state: FileState): Promise<void> {
  const typeErrors = await checkTypes(project);
  const files = Object.keys(state.texts);
  if (typeErrors.length > 0 || !files.every((file) => existsSync(join(project.dir, file)))) return;
  if (!isDeepStrictEqual(currentState(project, files), state)) return;
  const declarations = hashDeclarations(project, cacheDir);
  // Another run never reads half of it: the last one wins.
  const written = `${stateFile(cacheDir)}.${process.pid}`;
  writeFileSync(written, JSON.stringify({ ...state, declarations }));
  renameSync(written, stateFile(cacheDir));
}

function readState(cacheDir: string): LintState | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(cacheDir), "utf8")) as LintState;
  } catch {
    return undefined;
  }
}

function stateFile(cacheDir: string): string {
  return join(cacheDir, "lint.json");
}
