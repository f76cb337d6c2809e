import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { throwToolError, runTool } from "./tool.ts";

type Issue = { name: string; line?: number };
type Report = { issues: ({ file: string } & Record<string, string | Issue[] | Issue[][]>)[] };

/** What to do about each of knip's kinds of findings. */
const problems: Record<string, (name: string) => string> = {
  files: () => 'is not imported: delete it, or add it to "entry" in knip.jsonc',
  exports: (name) => `"${name}" is not imported: delete it, or its export`,
  types: (name) => `the type "${name}" is not imported: delete it, or its export`,
  duplicates: (name) => `exports the same thing twice, as ${name}`,
  dependencies: (name) => `the package ${name} is not imported: npm uninstall ${name}`,
  devDependencies: (name) => `the package ${name} is not imported: npm uninstall ${name}`,
  unlisted: (name) => `imports the package ${name}, which package.json does not list: npm install ${name}`,
  unresolved: (name) => `imports ${name}, which does not exist`,
  binaries: (name) => `runs the program ${name}, which no package in package.json has`,
};

/** Unused files, exports and packages, and packages that package.json doesn't list (knip.jsonc). */
export async function checkUnused({ dir }: Project): Promise<Finding[]> {
  const { output } = await runTool("knip", ["--reporter", "json", "--no-progress", "--no-config-hints"], dir);
  return read(output).issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, issues]) =>
      (Array.isArray(issues) ? issues : []).map((issue) => {
        const names = [issue].flat();
        const name = names.map((each) => each.name).join(", ");
        const problem = problems[kind]?.(name) ?? `${kind}: ${name}`;
        return { file, line: names[0]?.line, problem };
      }),
    ),
  );
}

function read(output: string): Report {
  try {
    return JSON.parse(output.slice(output.indexOf("{"))) as Report;
  } catch {
    return throwToolError("knip", output);
  }
}
