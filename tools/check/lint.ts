import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { currentState, outdatedFiles, saveState } from "./lint-state.ts";
import { throwToolError, runTool } from "./tool.ts";

type Report = {
  diagnostics: {
    message: string;
    code?: string;
    help?: string;
    filename: string;
    labels: { span: { line: number } }[];
  }[];
};

/** Runs oxlint, including its rules that need types (.oxlintrc.json), on the files that can have new findings. */
export async function checkLint(project: Project): Promise<Finding[]> {
  const { cacheDir } = project;
  if (!cacheDir) return await lint(project, []);
  const files = await lintedFiles(project);
  const state = currentState(project, files);
  const outdated = await outdatedFiles(project, cacheDir, state);
  const findings = outdated?.length === 0 ? [] : await lint(project, outdated ?? []);
  if (findings.length === 0) await saveState(project, cacheDir, state);
  return findings;
}

/** @param files empty for all */
async function lint({ dir }: Project, files: string[]): Promise<Finding[]> {
  const { output } = await runTool("oxlint", ["--format", "json", ...files], dir);
  return read(output).diagnostics.map(({ filename, labels, code, message, help }) => ({
    file: filename,
    line: labels[0]?.span.line,
    problem: [message, help, code && `(${code})`].filter(Boolean).join(" "),
  }));
}

function read(output: string): Report {
  try {
    return JSON.parse(output) as Report;
  } catch {
    return throwToolError("oxlint", output);
  }
}

/** The files that oxlint checks by its settings. */
async function lintedFiles({ dir }: Project): Promise<string[]> {
  const { code, output } = await runTool("oxlint", ["--debug=files"], dir);
  if (code !== 0) throwToolError("oxlint", output);
  return output.split("\n").filter(Boolean);
}
