import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
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

/** Runs oxlint, including its rules that need types (.oxlintrc.json). */
export async function checkLint({ dir }: Project): Promise<Finding[]> {
  const { output } = await runTool("oxlint", ["--format", "json"], dir);
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
