import { runBackup } from "#app/run/backup-commands.server.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { formatLog } from "./support/pretty-log.ts";

const help = `Writes the data of the product and the generated secret to a file (docs/backup.md).

Usage: npm run backup -- <file or folder>
  BACKUP_PASSPHRASE encrypts it. Without it, the secret is left out.`;

/** `npm run backup`: `node dist/server/main.js backup` with the project's packages. */
export async function run(args: string[]): Promise<void> {
  const [path, ...rest] = parseArguments(args, { help, positionals: "any" }).positionals;
  if (!path || rest.length > 0) throw new UserError(help);
  const steps = createSteps();
  try {
    const text = await runBackup(path, { env: process.env, formatLog, onStep: steps.begin });
    steps.end();
    console.log(text);
  } catch (error) {
    steps.fail();
    throw error;
  }
}
