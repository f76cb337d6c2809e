import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Finding } from "./finding.ts";
import type { Project } from "./project.ts";

const page = "docs/conformance.md";

/** `- [label](../path/of.test.ts) "the test's title"`; without a title, the whole file. */
const reference = /^ {2}- \[[^\]]+\]\(\.\.\/([^)]+\.test\.tsx?)\)(?: "(.+)")?$/;

/** Each sentence of docs/conformance.md lists the tests that show it, below it, and they exist. */
export function checkConformance(project: Project): Finding[] {
  if (!existsSync(join(project.dir, page))) return [];
  const lines = project.read(page).split("\n");
  return lines.flatMap((line, index) => {
    const problem = problemOf(project, line, lines[index + 1] ?? "");
    return problem ? [{ file: page, line: index + 1, problem }] : [];
  });
}

function problemOf(project: Project, line: string, nextLine: string): string | undefined {
  if (line.startsWith("- ")) return reference.test(nextLine) ? undefined : "has no test";
  if (!line.startsWith("  ")) return undefined;
  const [, file = "", title = ""] = reference.exec(line) ?? [];
  if (!file) return 'is no test: write [name](../path) "title"';
  if (!existsSync(join(project.dir, file))) return `${file} doesn’t exist`;
  return hasTest(project.read(file), title) ? undefined : `${file} has no test "${title}"`;
}

function hasTest(text: string, title: string): boolean {
  return [title, title.replaceAll("'", String.raw`\'`), title.replaceAll('"', String.raw`\"`)].some((each) =>
    text.includes(each),
  );
}
