import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { throwToolError, runTool } from "./tool.ts";

/** Files that oxfmt would write differently (.oxfmtrc.json). */
export async function checkFormat({ dir }: Project): Promise<Finding[]> {
  const { code, output } = await runTool("oxfmt", ["--list-different"], dir);
  if (code > 1) throwToolError("oxfmt", output);
  const files = output.split("\n").filter((line) => line.trim());
  if (code === 1 && files.length === 0) throwToolError("oxfmt", output);
  return code === 0 ? [] : files.map((file) => ({ file, problem: "is not formatted: npm run fix" }));
}
