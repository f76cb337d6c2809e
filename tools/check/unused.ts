import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { hash } from "./declarations.ts";
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
export async function checkUnused(project: Project): Promise<Finding[]> {
  const args = ["--reporter", "json", "--no-progress", "--no-config-hints", ...cacheArguments(project)];
  const { output } = await runTool("knip", args, project.dir);
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

/** Knip's cache assumes that every import still leads to the same file. */
function cacheArguments(project: Project): string[] {
  if (!project.cacheDir) return [];
  const files = project.files("*", "{src,scripts,tools,testing,.storybook}/**/*");
  const settings = ["package.json", "tsconfig.json"].map((file) => project.read(file));
  const folder = join(project.cacheDir, "knip");
  const location = join(folder, hash(JSON.stringify([files, settings])));
  if (!existsSync(location)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  return ["--cache", "--cache-location", location];
}

function read(output: string): Report {
  try {
    return JSON.parse(output.slice(output.indexOf("{"))) as Report;
  } catch {
    return throwToolError("knip", output);
  }
}
