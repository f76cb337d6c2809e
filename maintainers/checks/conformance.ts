import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Project } from "../../tools/check/project.ts";
import type { Finding } from "../../tools/check/run-checks.ts";

const page = "maintainers/conformance.md";

/** The numbered sections of the specification. */
const sections = [1, 2, 3, 4, 5, 6, 7, 8, 9];

/** `- [label](../path/of.test.ts) "the test's title"`; without a title, the whole file. */
const reference = /^ {2}- \[[^\]]+\]\(\.\.\/([^)]+\.test\.tsx?)\)(?: "(.+)")?$/;

/** maintainers/conformance.md has every section, and below each sentence the tests that show it. They exist. */
export function checkConformance(project: Project): Finding[] {
  if (!existsSync(join(project.dir, page))) return [];
  const lines = project.read(page).split("\n");
  const missing = sections.filter((section) => !lines.some((line) => line.startsWith(`## ${section}. `)));
  return [
    ...missing.map((section) => ({ file: page, line: 1, problem: `has no section ${section}` })),
    ...lines.flatMap((line, index) => {
      const problem = problemOf(project, line, lines[index + 1] ?? "");
      return problem ? [{ file: page, line: index + 1, problem }] : [];
    }),
  ];
}

function problemOf(project: Project, line: string, nextLine: string): string | undefined {
  if (line.startsWith("- ")) return reference.test(nextLine) ? undefined : "has no test";
  if (!line.startsWith("  ")) return undefined;
  const [, file = "", title] = reference.exec(line) ?? [];
  if (!file) return 'is no test: write [name](../path) "title"';
  if (!existsSync(join(project.dir, file))) return `${file} doesn’t exist`;
  if (title === undefined || hasTest(project.read(file), title)) return undefined;
  return `${file} has no test "${title}"`;
}

/** Whether a file has a test or a group of tests with exactly this title. */
function hasTest(text: string, title: string): boolean {
  return ['"', "'", "`"].some((quote) =>
    text.includes(quote + title.replaceAll(quote, `\\${quote}`) + quote),
  );
}
