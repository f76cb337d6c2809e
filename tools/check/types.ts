import { existsSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import { declarationsFolder } from "./declarations.ts";
import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { throwToolError, runTool } from "./tool.ts";

/** Checkers share no work: most types are computed again by each. The linter runs at the same time. */
const checkers = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));

const running = new WeakMap<Project, Promise<Finding[]>>();

/** Errors of the TypeScript compiler. It runs once for a project. */
export function checkTypes(project: Project): Promise<Finding[]> {
  const findings = running.get(project) ?? compile(project);
  running.set(project, findings);
  return findings;
}

async function compile(project: Project): Promise<Finding[]> {
  const args = ["--pretty", "false", "--checkers", String(checkers), ...cacheArguments(project)];
  const { code, output } = await runTool("tsc", args, project.dir);
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

/** With a cache, the compiler checks only files that have changed, and those that see other declarations than before. */
function cacheArguments(project: Project): string[] {
  const { cacheDir } = project;
  if (!cacheDir) return ["--noEmit"];
  const folder = declarationsFolder(project, cacheDir);
  if (!existsSync(folder)) rmSync(dirname(folder), { recursive: true, force: true, maxRetries: 3 });
  const emit = ["--noEmit", "false", "--emitDeclarationOnly", "--rootDir", ".", "--outDir", folder];
  return [...emit, "--incremental", "--tsBuildInfoFile", join(folder, "tsbuildinfo")];
}
