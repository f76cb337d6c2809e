import { existsSync } from "node:fs";

/** A reason why the embedded database can't run, as a sentence for people: what is wrong, and what to do. */
export class DatabaseStartError extends Error {
  override name = "DatabaseStartError";
}

/** What PostgreSQL's own words mean for people; the first match counts. */
const meanings: [RegExp, (place: string) => string][] = [
  [
    /No space left on device|Disk quota exceeded|Check free disk space/,
    (place) => `The disk that holds ${place} is full: free some space, then start again.`,
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
      "This build of PostgreSQL has no ICU, by which lists are ordered: set DATABASE_URL to a PostgreSQL that has it.",
  ],
  [
    /pre-existing shared memory block|lock file ".*" already exists/,
    (place) =>
      `Another PostgreSQL still works on ${place}: wait until it has ended, or end it, then start again.`,
  ],
  [
    /Cannot allocate memory|could not (map|create) .*shared memory/,
    () => "PostgreSQL got too little memory from this system: close other programs, then start again.",
  ],
  [
    /Permission denied/,
    (place) =>
      `Some of the files in ${place} belong to another account than the folder itself, and PostgreSQL can't use them: hand them over to the folder's owner with chown -R.`,
  ],
  [
    /Operation not permitted|could not change permissions|has (invalid permissions|wrong ownership)/,
    (place) =>
      `The disk that holds ${place} doesn't keep the permissions that PostgreSQL needs: set DATA_DIR to a folder on a local disk.`,
  ],
  [
    /could not (access|find|locate|open|read|stat) |incorrect checksum|invalid (data|checkpoint|magic|page)|not a valid|PANIC|configuration file .* contains errors|does not exist|already exists|is missing/,
    (place) =>
      `The database in ${place} is damaged: put a backup of this folder in its place, or move it away to begin with an empty database.`,
  ],
];

/**
 * The error for a PostgreSQL program that failed.
 * @param place the folder with the database
 * @param output all that the program said
 */
export function startErrorFrom(place: string, output: string): DatabaseStartError {
  const meaning = meanings.find(([pattern]) => pattern.test(output))?.[1];
  const sentence = meaning?.(place) ?? `PostgreSQL could not start on ${place}.`;
  const words = lastWords(output);
  return new DatabaseStartError(words ? `${sentence}\nPostgreSQL says: ${words}` : sentence);
}

/** The error for a program of PostgreSQL's that this system can't run. */
export function programErrorFrom(program: string, error: unknown): DatabaseStartError {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  const sentence =
    code === "ENOENT" && existsSync(program)
      ? "This system can't run the embedded PostgreSQL, which needs the GNU C library: use a system that has it (not Alpine), or set DATABASE_URL."
      : `This system does not run ${program}: run npm rebuild, or set DATABASE_URL.`;
  return new DatabaseStartError(sentence, { cause: error });
}

/**
 * The error for a failed operation on files.
 * @param folder what was worked on, where the error itself does not say it more exactly
 */
export function fileErrorFrom(folder: string, error: unknown): Error {
  if (error instanceof DatabaseStartError || !(error instanceof Error)) return error as Error;
  const { code, path: place = folder } = error as NodeJS.ErrnoException;
  const sentence = {
    ENOSPC: `The disk that holds ${place} is full: free some space, then start again.`,
    EDQUOT: `The disk that holds ${place} is full: free some space, then start again.`,
    EROFS: `${place} is on a disk that can't be written: set DATA_DIR to a folder that can.`,
    EACCES: `This account may not write ${place}: give it the folder, or set DATA_DIR to one of its own.`,
    EPERM: `This account may not write ${place}: give it the folder, or set DATA_DIR to one of its own.`,
    ENOTDIR: `A part of ${place} is a file where a folder is needed: move the file away, or set DATA_DIR to another folder.`,
    EEXIST: `A part of ${place} is a file where a folder is needed: move the file away, or set DATA_DIR to another folder.`,
  }[code ?? ""];
  return sentence ? new DatabaseStartError(sentence, { cause: error }) : error;
}

/** The last lines that say something, without their time and process id; at most 5. */
function lastWords(output: string): string {
  const lines = output
    .split(/\r?\n/)
    .map((line) => line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] /, ""));
  const telling = lines.filter((line) =>
    /^(initdb: error|FATAL|PANIC|ERROR|DETAIL|HINT|.*(FATAL|PANIC|cannot|error|could not))/.test(line),
  );
  const chosen = telling.length > 0 ? telling : lines.filter((line) => line.trim());
  return chosen.slice(-5).join("\n  ");
}
