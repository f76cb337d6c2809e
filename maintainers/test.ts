import { join } from "node:path";
import { createSteps } from "../scripts/bootstrap/steps.mjs";
import { buildProduct } from "../scripts/build.ts";
import { findBrowser } from "../scripts/support/browser.ts";
import {
  addResults,
  formatResults,
  isFailure,
  printProblems,
  resultsOfChecks,
} from "../scripts/support/test-results.ts";
import { runVitest } from "../scripts/support/vitest.ts";
import { check } from "./check.ts";
import { prepareEngines } from "./engines/engines.ts";

/** `npm test`: the checks and the tests of this folder. Arguments go to Vitest, for example a part of a file's path. */
export async function run(args: string[]): Promise<number> {
  const steps = createSteps();
  const results = resultsOfChecks(await check());
  process.env.CHROMIUM_PATH = await findBrowser(steps);
  await prepareEngines(steps);
  await buildProduct(steps);
  const config = join(import.meta.dirname, "vitest.config.ts");
  const total = addResults([results, await runVitest([`--config=${config}`, ...args])]);
  printProblems(total);
  console.log(`\n${formatResults(total)}`);
  return isFailure(total) ? 1 : 0;
}
