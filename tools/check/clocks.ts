import { isTest, lineAt, type Project } from "./project.ts";
import type { Finding } from "./run-checks.ts";
import { serverOnlyFiles } from "../server-only-files.ts";

/** What reads the clock of the device or process. */
const reads =
  /\bDate\s*\.\s*now\b|\bDate\s*\(\s*\)|\bnew\s+(?:globalThis\s*\.\s*)?Date\b(?!\s*\()|\bDate\s*\[|\b(?:const|let|var)\b[^=;]*=\s*(?:globalThis\s*\.\s*)?Date\b(?!\s*[.([])|\btimeOrigin\b|\bTemporal\s*\.\s*Now\b/g;

const allowed = [
  // It measures the difference.
  "src/server/database/clock.ts",
  // Browsers have only their own.
  "src/lib/day.ts",
  "src/features/auth/codes/screens/use-code-request.ts",
];

/**
 * Finds code for the server that reads the process's clock: compared with times that another instance or the database has stored,
 * it would be wrong. Components may read the browser's: `.tsx` outside of routes, whose loaders run on the server, too.
 */
export function checkClocks(project: Project): Finding[] {
  return project
    .files(
      "src/**/*.ts",
      "src/routes/**",
      ...serverOnlyFiles.map((pattern) => pattern.replace("**/src/", "src/")),
    )
    .filter((file, index, all) => all.indexOf(file) === index && /\.tsx?$/.test(file))
    .filter((file) => !isTest(file) && !allowed.includes(file))
    .flatMap((file) => {
      const code = withoutComments(project.read(file));
      return [...code.matchAll(reads)].map(({ index }) => ({
        file,
        line: lineAt(code, index),
        problem:
          "reads this process's clock: write now() or fromNow() in SQL, databaseTime() elsewhere (src/server/database/clock.ts), and performance.now() for durations",
      }));
    });
}

/** With spaces instead of comments, so that lines stay. */
function withoutComments(text: string): string {
  return text.replaceAll(/\/\*.*?\*\/|(?<![:"'`])\/\/[^\n]*/gs, (comment) =>
    comment.replaceAll(/[^\n]/g, " "),
  );
}
