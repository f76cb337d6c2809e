import type { runBackup } from "#app/run/backup-commands.server.ts";
import { UserError } from "../bootstrap/errors.mjs";
import { createSteps } from "../bootstrap/steps.mjs";
import { parseArguments } from "./arguments.ts";
import { formatLog } from "./pretty-log.ts";

/** Runs `npm run backup` or `npm run restore`: what the server's command of that name does, with its steps. @throws as the command */
export async function runBackupCommand(
  args: string[],
  help: string,
  command: typeof runBackup,
): Promise<void> {
  const [path, ...rest] = parseArguments(args, { help, positionals: "any" }).positionals;
  if (!path || rest.length > 0) throw new UserError(help);
  const steps = createSteps();
  try {
    const text = await command(path, { env: process.env, formatLog, onStep: steps.begin });
    steps.end();
    console.log(text);
  } catch (error) {
    steps.fail();
    throw error;
  }
}
