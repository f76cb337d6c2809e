import { runUserCommand, userUsage } from "#app/run/user-command.server.ts";
import { withDatabase } from "./support/database.ts";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";

const command = "npm run user --";

/** `npm run user`: `node dist/server/main.js user` with the project's packages. */
export async function run(args: string[]): Promise<void> {
  const { positionals } = parseArguments(args, { help: userUsage(command), positionals: "any" });
  const steps = createSteps();
  console.log(
    await runUserCommand(positionals, { command, withDatabase: (work) => withDatabase(steps, work) }),
  );
}
