import { StartError } from "#server/start-error.ts";
import { migrate } from "#server/database/migrate.ts";
import { runBackup, runRestore } from "./backup-commands.server.ts";
import { runUserCommand } from "./user-command.server.ts";
import { withDatabase } from "./with-database.server.ts";

const program = "node dist/server/main.js";

const help = [
  program,
  "    runs the product until a signal ends it",
  `${program} user make-admin someone@example.com`,
  "    makes a user an administrator, for example the first one",
  // optional: passkeys
  `${program} user remove-passkeys someone@example.com`,
  "    lets a user who lost their passkeys sign in without one, and logs them out",
  // end: passkeys
  `${program} migrate`,
  "    applies the migrations that the database lacks, without starting the product",
  `${program} backup FILE_OR_FOLDER`,
  "    writes the data of the product to a file, also while it runs (docs/backup.md)",
  `${program} restore FILE`,
  "    restores a backup into an empty database",
  `${program} --help`,
  "    prints this",
  "",
  "The settings are those of the environment.",
].join("\n");

/**
 * Runs a command of the built product.
 * @param args not empty: the command's name and its arguments
 * @returns what to print
 * @throws StartError for a command that doesn't exist, or can't be run
 */
export async function runCommand(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  const [name, ...rest] = args;
  if (args.includes("--help") || args.includes("-h")) return help;
  if (name === "migrate" && rest.length === 0) {
    const applied = await withDatabase({ env }, (database, log) => migrate(database, { log }));
    return applied.length > 0 ? `Applied: ${applied.join(", ")}` : "The database is up to date.";
  }
  const [path, ...more] = rest;
  if (path && more.length === 0) {
    if (name === "backup") return await runBackup(path, { env });
    if (name === "restore") return await runRestore(path, { env });
  }
  if (name === "backup" || name === "restore")
    throw new StartError(`Name one file, for example: ${program} ${name} /var/backups/app/today.backup`);
  if (name !== "user") throw new StartError(`Unknown command "${name}".\n\n${help}`);
  return await runUserCommand(rest, {
    command: `${program} user`,
    withDatabase: (work) => withDatabase({ env }, work),
  });
}
