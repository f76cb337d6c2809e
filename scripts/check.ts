import { check, checkNames } from "../tools/check/index.ts";
import { parseArguments } from "./support/arguments.ts";
import { formatResults, resultsOfChecks } from "./support/test-results.ts";

/** `npm run check`: runs the checks that are named, or all of them. */
export async function run(args: string[]): Promise<number> {
  const { positionals } = parseArguments(args, {
    help: `Checks the project without running it, and changes nothing.\n\nUsage: npm run check -- [${checkNames.join(" | ")} …]`,
    positionals: checkNames,
  });
  const results = resultsOfChecks(await check({ only: positionals }));
  console.log(`\n${formatResults(results)}`);
  return results.failed > 0 ? 1 : 0;
}
