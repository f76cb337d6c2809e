import { resolveConfig } from "vite";
import { projectDir } from "../../scripts/support/project.ts";
import { writeTexts } from "./texts/generate.ts";
import { openProject } from "./project.ts";
import { runTool } from "./tool.ts";

/**
 * Writes the route tree and the types of texts, and fixes lint and format.
 * @param o.files paths to lint and format; by default the whole project
 * @returns the output of the tools about remaining problems; empty if there are none
 */
export async function fix(o: { dir?: string; files?: string[] } = {}): Promise<string> {
  const { dir = projectDir, files = [] } = o;
  const project = openProject(dir);
  if (project.files("vite.config.ts").length > 0) await writeRouteTree(dir);
  writeTexts(project);
  // Packages are left alone even where the project has no configuration that ignores them.
  const lint = await runTool("oxlint", ["--fix", "--quiet", "--ignore-pattern=node_modules", ...files], dir);
  const format = await runTool("oxfmt", files, dir);
  return [lint, format]
    .filter(({ code }) => code !== 0)
    .map(({ output }) => output.trim())
    .join("\n\n");
}

/** Writes src/routeTree.gen.ts: the router's Vite plugin does it whenever the configuration is resolved. */
async function writeRouteTree(dir: string): Promise<void> {
  await resolveConfig({ root: dir, logLevel: "error" }, "build");
}
