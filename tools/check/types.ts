import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { throwToolError, runTool } from "./tool.ts";

/** Errors of the TypeScript compiler. */
export async function checkTypes({ dir }: Project): Promise<Finding[]> {
  const { code, output } = await runTool("tsc", ["--noEmit", "--pretty", "false"], dir);
  if (code === 0) return [];
  const findings: Finding[] = [];
  for (const line of output.split("\n")) {
    const [, file, row, problem] = /^(.+?)\((\d+),\d+\): (.*)$/.exec(line) ?? [];
    const last = findings.at(-1);
    if (file && problem) findings.push({ file, line: Number(row), problem });
    else if (line.startsWith("error ")) findings.push({ file: "", problem: line });
    else if (last && line.trim()) last.problem += `\n${line.trim()}`;
  }
  return findings.length > 0 ? findings : throwToolError("tsc", output);
}
