import { projectDir } from "../../scripts/support/project.ts";
import { writeTexts } from "./texts/generate.ts";
import { openProject } from "./project.ts";
import { runTool } from "./tool.ts";

/**
 * Mends what the checks find and a tool can mend: generated types of the texts, lint, format.
 * @param o.files paths to lint and format; the whole project where there are none
 * @returns what the tools still complain about, as they say it: empty where all is well
 */
export async function fix(o: { dir?: string; files?: string[] } = {}): Promise<string> {
  const { dir = projectDir, files = [] } = o;
  writeTexts(openProject(dir));
  const lint = await runTool("oxlint", ["--fix", "--quiet", ...files], dir);
  const format = await runTool("oxfmt", files, dir);
  return [lint, format]
    .filter(({ code }) => code !== 0)
    .map(({ output }) => output.trim())
    .join("\n\n");
}
