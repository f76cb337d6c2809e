import { availableParallelism } from "node:os";
import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { throwToolError, runTool } from "./tool.ts";

/** Checkers share no work: most types are computed again by each. The linter runs at the same time. */
const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

/** Errors of the TypeScript compiler. */
export async function checkTypes({ dir }: Project): Promise<Finding[]> {
  const { code, output } = await runTool(
    "tsc",
    ["--noEmit", "--pretty", "false", "--checkers", String(checkers)],
    dir,
  );
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
