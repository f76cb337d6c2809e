import { existsSync } from "node:fs";
import { StartError } from "#server/start-error.ts";

/** Messages for users by PostgreSQL's output; the first match counts. */
const messages: [RegExp, (folder: string) => string][] = [
  [
    /No space left on device|Disk quota exceeded|Check free disk space/,
    (folder) => `The disk that holds ${folder} is full: free some space, then start again.`,
  ],
  [
    /could not look up effective user ID/,
    () =>
      "PostgreSQL needs a named account, and the one that runs this has no entry in /etc/passwd: add one, run as another account, or set DATABASE_URL.",
  ],
  [
    /error while loading shared libraries|Library not loaded/,
    () =>
      "A library that the embedded PostgreSQL needs is missing on this system: install the one it names, or set DATABASE_URL.",
  ],
  [
    /ICU is not supported/,
    () =>
      "This build of PostgreSQL has no ICU, which sorts lists: set DATABASE_URL to a PostgreSQL that has it.",
  ],
  [
    /pre-existing shared memory block|lock file ".*" already exists/,
    (folder) =>
      `Another PostgreSQL is still running on ${folder}: wait until it has stopped, or stop it, then start again.`,
  ],
  [
    /Cannot allocate memory|could not (map|create) .*shared memory/,
    () => "PostgreSQL got too little memory from this system: close other programs, then start again.",
  ],
  [
    /Permission denied/,
    (folder) =>
      `Some of the files in ${folder} belong to another account than the folder itself, and PostgreSQL can't access them: give them to the folder's owner with chown -R.`,
  ],
  [
    /Operation not permitted|could not change permissions|has (invalid permissions|wrong ownership)/,
    (folder) =>
      `The disk that holds ${folder} doesn't keep the permissions that PostgreSQL needs: set DATA_DIR to a folder on a local disk.`,
  ],
  [
    /could not (access|find|locate|open|read|stat) |incorrect checksum|invalid (data|checkpoint|magic|page)|not a valid|PANIC|configuration file .* contains errors|does not exist|already exists|is missing/,
    (folder) =>
      `The database in ${folder} is damaged: restore a backup of this folder, or move it away to start with an empty database.`,
  ],
];

/**
 * The error for a PostgreSQL program that failed.
 * @param folder the data folder
 * @param output of the program
 */
export function startErrorFrom(folder: string, output: string): StartError {
  const message = messages.find(([pattern]) => pattern.test(output))?.[1];
  const sentence = message?.(folder) ?? `PostgreSQL could not start on ${folder}.`;
  const excerpt = relevantLines(output);
  return new StartError(excerpt ? `${sentence}\nPostgreSQL says: ${excerpt}` : sentence);
}

/** The error for a PostgreSQL program that can't be run. */
export function programErrorFrom(program: string, error: unknown): StartError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const sentence =
    code === "ENOENT" && existsSync(program)
      ? "This system can't run the embedded PostgreSQL, which needs the GNU C library: use a system that has it (not Alpine), or set DATABASE_URL."
      : `This system can't run ${program}: run npm rebuild, or set DATABASE_URL.`;
  return new StartError(sentence, { cause: error });
}

/**
 * The error for a failed file operation.
 * @param folder for the message, if the error has no path
 */
export function fileErrorFrom(folder: string, error: unknown): Error {
  if (error instanceof StartError || !(error instanceof Error)) return error as Error;
  const { code, path = folder } = error as NodeJS.ErrnoException;
  const sentence = {
    ENOSPC: `The disk that holds ${path} is full: free some space, then start again.`,
    EDQUOT: `The disk that holds ${path} is full: free some space, then start again.`,
    EROFS: `${path} is on a disk that can't be written: set DATA_DIR to a folder that can.`,
    EACCES: `This account may not write ${path}: give it the folder, or set DATA_DIR to one of its own.`,
    EPERM: `This account may not write ${path}: give it the folder, or set DATA_DIR to one of its own.`,
    ENOTDIR: `A part of ${path} is a file where a folder is needed: move the file away, or set DATA_DIR to another folder.`,
    EEXIST: `A part of ${path} is a file where a folder is needed: move the file away, or set DATA_DIR to another folder.`,
  }[code ?? ""];
  return sentence ? new StartError(sentence, { cause: error }) : error;
}

/** The last lines with errors, at most 5, without time and process id. */
function relevantLines(output: string): string {
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, ""));
  const errorLines = lines.filter((line) =>
    /^(initdb: error|FATAL|PANIC|ERROR|DETAIL|HINT|.*(FATAL|PANIC|cannot|error|could not))/.test(line),
  );
  const chosen = errorLines.length > 0 ? errorLines : lines.filter((line) => line.trim());
  return chosen.slice(-5).join("\n  ");
}
