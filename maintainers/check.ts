import { dirname } from "node:path";
import { formatResults, resultsOfChecks } from "../scripts/support/test-results.ts";
import { checkTypes } from "../tools/check/index.ts";
import { openProject } from "../tools/check/project.ts";
import { type Check, runChecks } from "../tools/check/run-checks.ts";
import { checkConformance } from "./checks/conformance.ts";
import { checkTypography } from "./checks/typography.ts";
import { checkUnused } from "./checks/unused.ts";
import { checkTranslated } from "./checks/translated.ts";
import { checkWords } from "./checks/words.ts";

const own = openProject(import.meta.dirname);

const checks: Record<string, Check> = {
  "types of maintainers": () => checkTypes(own),
  unused: checkUnused,
  words: checkWords,
  translated: checkTranslated,
  typography: checkTypography,
  conformance: checkConformance,
};

/** `npm run check`: the types of this folder, and rules that hold for this repository only. */
export async function run(): Promise<number> {
  const results = resultsOfChecks(await check());
  console.log(`\n${formatResults(results)}`);
  return results.failed > 0 ? 1 : 0;
}

export function check(): Promise<{ passed: number; failed: number }> {
  return runChecks(checks, openProject(dirname(import.meta.dirname)));
}
