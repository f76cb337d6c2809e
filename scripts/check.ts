import { check } from "../tools/check/index.ts";
import { formatLayerGraph } from "../tools/check/dependencies.ts";
import { openProject } from "../tools/check/project.ts";
import type { Arguments } from "./bootstrap/commands.mjs";
import { projectDir } from "./support/project.ts";
import { formatResults } from "./support/test-results.ts";

/** `npm run check`: runs the checks that are named, or all of them. */
export async function run({ positionals, options }: Arguments): Promise<number> {
  const { passed, failed } = await check({ only: positionals });
  if (options.graph) console.log(`\n${formatLayerGraph(openProject(projectDir))}`);
  console.log(`\n${formatResults({ passed, failed, skipped: 0, retried: [] })}`);
  return failed > 0 ? 1 : 0;
}
