/** Something that a check found: where, what is wrong, and what to do, as sentences for a person. */
export type Finding = {
  /** From the project's folder, with `/`; empty where it is no file's. */
  file: string;
  /** From 1. */
  line?: number;
  problem: string;
};

/** How many findings of a check are printed: who has more repairs these first. */
const shown = 40;

/** The findings as lines, in the order of files. */
export function formatFindings(findings: Finding[]): string {
  const lines = findings
    .toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0))
    .map(({ file, line, problem }) =>
      [[file, line].filter(Boolean).join(":"), problem].filter(Boolean).join("  "),
    );
  const more = lines.length - shown;
  return [...lines.slice(0, shown), ...(more > 0 ? [`… and ${more} more`] : [])]
    .map((line) => `    ${line.replaceAll("\n", "\n      ")}`)
    .join("\n");
}
