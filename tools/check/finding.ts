/** A problem that a check found, with a sentence that says what to do. */
export type Finding = {
  /** Path from the project's folder, with `/`; empty if it is not about a file. */
  file: string;
  /** From 1. */
  line?: number;
  problem: string;
};

const maxShown = 40;

/** The findings as lines, sorted by file and line. Of those beyond 40, only how many each folder has. */
export function formatFindings(findings: Finding[]): string {
  const sorted = findings.toSorted((a, b) => a.file.localeCompare(b.file) || (a.line ?? 0) - (b.line ?? 0));
  const lines = sorted
    .slice(0, maxShown)
    .map(({ file, line, problem }) =>
      [[file, line].filter(Boolean).join(":"), problem].filter(Boolean).join("  "),
    );
  const hidden = sorted.length - maxShown;
  if (hidden > 0) lines.push(`… and ${hidden} more. All of them by folder: ${formatCountsByFolder(sorted)}`);
  return lines.map((line) => `    ${line.replaceAll("\n", "\n      ")}`).join("\n");
}

/** For example "src/features/books 12, docs 3". */
function formatCountsByFolder(findings: Finding[]): string {
  const folders = Object.groupBy(findings, ({ file }) => {
    const parts = file.split("/").slice(0, -1);
    return parts.slice(0, parts[1] === "features" ? 3 : parts[0] === "src" ? 2 : 1).join("/") || ".";
  });
  return Object.entries(folders)
    .map(([folder, each = []]) => `${folder} ${each.length}`)
    .join(", ");
}
