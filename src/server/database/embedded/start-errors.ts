import { StartError } from "#server/start-error.ts";

/** What to do about an error, by PostgreSQL's or the system's message; the first match counts. */
const advice: [RegExp, string][] = [
  [/no space left|quota exceeded|free disk space/i, "the disk is full. Free some space."],
  [
    /could not look up effective user ID/,
    "the account that runs this has no name. Add it to /etc/passwd, run as another account, or set DATABASE_URL.",
  ],
  [
    /loading shared libraries|library not loaded|spawn \S+ E/i,
    "this system can't run it. Run npm rebuild, install the library that is missing, use a system with the GNU C library (not Alpine), or set DATABASE_URL.",
  ],
  [
    /shared memory block|lock file ".*" (already exists|is empty)|address already in use/i,
    "another program uses the database or its port. Wait until it has stopped, or stop it.",
  ],
  [
    /permission denied|not permitted|could not change permissions|has (invalid permissions|wrong ownership)|read-only|not a directory|EEXIST/i,
    "its account can't access the folder or a file in it. Give all of it to one account with chown -R, or set DATA_DIR to a folder of your own on a local disk.",
  ],
  [
    /not compatible with this version/,
    "another version of PostgreSQL created it. Go back to the version of this product that you used before, make a backup with npm run backup, move the folder away, and restore the backup with this version (docs/backup.md).",
  ],
  [
    /could not (access|find|locate|open|read) |incorrect checksum|invalid (data|checkpoint|magic|page)|not a valid data|PANIC|contains errors|is missing|does not exist|ENOENT/,
    "the database is damaged. Move the folder away, and restore a backup with npm run restore (docs/backup.md), or start with an empty database.",
  ],
];

/** The error for a PostgreSQL that can't start on a folder, by its output or the system's message. */
export function startErrorFrom(folder: string, output: string, cause?: unknown): StartError {
  const reason = advice.find(([pattern]) => pattern.test(output))?.[1] ?? "see what it says.";
  const lines = output.replaceAll(/^\d{4}-.*? \[\d+\] /gm, "").split(/\r?\n/);
  const errors = lines.filter((line) => /FATAL|PANIC|ERROR|error|DETAIL|HINT|could not|E[A-Z]{5}/.test(line));
  const message = `PostgreSQL can't start on ${folder}: ${reason}\nIt says: ${errors.slice(-5).join("\n  ")}`;
  return new StartError(message, { cause });
}
