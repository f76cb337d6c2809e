import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";
import { failed, runTool } from "./tool.ts";

type Issue = { name: string; line?: number };
type Report = { issues: ({ file: string } & Record<string, string | Issue[] | Issue[][]>)[] };

/** What knip calls its kinds of findings, and what to do about each. */
const problems: Record<string, (name: string) => string> = {
  files: () => "is imported by nothing: remove it, or name it as an entry in knip.jsonc",
  exports: (name) => `nothing imports "${name}": remove it, or its export`,
  types: (name) => `nothing imports the type "${name}": remove it, or its export`,
  duplicates: (name) => `exports the same thing twice, as ${name}`,
  dependencies: (name) => `no code of the product imports the package ${name}: npm uninstall ${name}`,
  devDependencies: (name) => `nothing imports the package ${name}: npm uninstall ${name}`,
  unlisted: (name) => `imports the package ${name}, which package.json does not list: npm install ${name}`,
  unresolved: (name) => `imports ${name}, which is not there`,
  binaries: (name) => `runs the program ${name}, which no package of package.json brings`,
};

/** Files, exports and packages that nothing uses, and packages that are used unlisted (knip.jsonc). */
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
    return failed("knip", output);
  }
}
