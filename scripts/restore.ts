import { runRestore } from "#app/run/backup-commands.server.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { formatLog } from "./support/pretty-log.ts";

const help = `Restores a backup into an empty database (docs/backup.md).

Usage: npm run restore -- <file>
  BACKUP_PASSPHRASE decrypts it.`;

/** `npm run restore`: `node dist/server/main.js restore` with the project's packages. */
export async function run(args: string[]): Promise<void> {
  const [path, ...rest] = parseArguments(args, { help, positionals: "any" }).positionals;
  if (!path || rest.length > 0) throw new UserError(help);
  const steps = createSteps();
  try {
    const text = await runRestore(path, { env: process.env, formatLog, onStep: steps.begin });
    steps.end();
    console.log(text);
  } catch (error) {
    steps.fail();
    throw error;
  }
}
