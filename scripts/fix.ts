import { resolveConfig } from "vite";
import { openProject } from "../tools/check/project.ts";
import { writeTexts } from "../tools/check/texts/generate.ts";
import { runTool } from "../tools/check/tool.ts";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";
import { projectDir } from "./support/project.ts";

/** `npm run fix`: fixes what tools can fix of the findings of `npm run check`. */
export async function run(args: string[]): Promise<number> {
  const help =
    "Fixes lint and format, and writes generated types of texts.\n\nUsage: npm run fix -- [path …]";
  const { positionals } = parseArguments(args, { help, positionals: "any" });
  const remaining = await createSteps().run("Fixing", () => fix({ files: positionals }));
  if (remaining) console.log(`\n${remaining}`);
  return remaining ? 1 : 0;
}

/**
 * Writes the route tree and the types of texts, and fixes lint and format.
 * @param o.files paths to lint and format; by default the whole project
 * @returns the output of the tools about remaining problems; empty if there are none
 */
export async function fix({ dir = projectDir, files = [] as string[] } = {}): Promise<string> {
  // The router's Vite plugin writes src/routeTree.gen.ts whenever the configuration is resolved.
  await resolveConfig({ root: dir, logLevel: "error" }, "build");
  writeTexts(openProject(dir));
  // Packages are left alone even where the project has no configuration that ignores them.
  const lint = await runTool("oxlint", ["--fix", "--quiet", "--ignore-pattern=node_modules", ...files], dir);
  const format = await runTool("oxfmt", files, dir);
  const failed = [lint, format].filter(({ code }) => code !== 0);
  return failed.map(({ output }) => output.trim()).join("\n\n");
}
