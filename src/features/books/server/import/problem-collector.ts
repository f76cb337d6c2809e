import {
  maxReportedProblems,
  type ImportProblem,
  type ImportResult,
  type ProblemKind,
} from "#features/books/import/import-schema.ts";

/** Collects what is wrong with a file: counts all of it, and keeps the first of each kind. */
export function createProblemCollector() {
  const counts = new Map<ProblemKind, number>();
  const kept = new Map<ProblemKind, ImportProblem[]>();

  /** @param count how many there are, where only the first of them are given */
  function add(kind: ProblemKind, problems: ImportProblem[], count = problems.length): void {
    if (count === 0) return;
    counts.set(kind, (counts.get(kind) ?? 0) + count);
    const known = kept.get(kind) ?? [];
    kept.set(kind, known);
    known.push(...problems.slice(0, maxReportedProblems - known.length));
  }

  return {
    add,
    get isEmpty() {
      return counts.size === 0;
    },
    /** The first problems of all kinds, by row, after those of the file itself. */
    summary(): Pick<ImportResult, "problems" | "total" | "counts"> {
      const place = ({ kind, row }: ImportProblem) => (kind === "file" ? 0 : row);
      const all = [...kept.values()].flat().sort((a, b) => place(a) - place(b));
      return {
        problems: all.slice(0, maxReportedProblems),
        total: [...counts.values()].reduce((sum, count) => sum + count, 0),
        counts: Object.fromEntries(counts),
      };
    },
  };
}

export type ProblemCollector = ReturnType<typeof createProblemCollector>;
