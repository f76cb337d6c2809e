import {
  maxReportedProblems,
  type ImportProblem,
  type ImportResult,
  type ProblemKind,
} from "../../csv/import-schema.ts";

/** How many characters of a value a problem shows. */
const maxValueLength = 200;

/** Collects the problems of a file: counts all of them, and keeps the first of each kind. */
export function createProblemCollector() {
  const kinds = new Map<ProblemKind, { count: number; first: ImportProblem[] }>();

  return {
    /** @param count their number, if `problems` are only the first; all are of one kind */
    add(problems: ImportProblem[], count = problems.length): void {
      const kind = problems[0]?.kind;
      if (!kind) return;
      const same = kinds.get(kind) ?? { count: 0, first: [] };
      kinds.set(kind, same);
      same.count += count;
      same.first.push(...problems.slice(0, maxReportedProblems - same.first.length).map(shortenValue));
    },
    get isEmpty() {
      return kinds.size === 0;
    },
    /** The first problems of all kinds: those of the file, then by row. */
    summary(): Pick<ImportResult, "problems" | "total" | "counts"> {
      const sortKey = ({ kind, row }: ImportProblem) => (kind === "file" ? 0 : row);
      const all = [...kinds.entries()];
      const problems = all.flatMap(([, { first }]) => first).sort((a, b) => sortKey(a) - sortKey(b));
      return {
        problems: problems.slice(0, maxReportedProblems),
        total: all.reduce((sum, [, { count }]) => sum + count, 0),
        counts: Object.fromEntries(all.map(([kind, { count }]) => [kind, count])),
      };
    },
  };
}

export type ProblemCollector = ReturnType<typeof createProblemCollector>;

/** A text key with the numbers that its text needs, as query parameters. */
export function textWithNumbers(key: string, numbers: Record<string, number>): string {
  const parameters = Object.entries(numbers).map(([name, number]) => `${name}=${number}`);
  return `${key}?${parameters.join("&")}`;
}

function shortenValue(problem: ImportProblem): ImportProblem {
  const start = problem.value.slice(0, 2 * maxValueLength).toWellFormed();
  return { ...problem, value: [...start].slice(0, maxValueLength).join("") };
}
