/** The part of Lighthouse's result that is used. Scores are 0 to 1, or null for an audit that gives none. */
export type LighthouseResult = {
  categories: Record<
    string,
    { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
  runWarnings: string[];
};

/** A page's categories with their scores of 0 to 100, and the audits that lost points. */
export type PageReport = { path: string; scores: Record<string, number>; lost: string[]; warnings: string[] };

/** @param result of Lighthouse for the page with this path */
export function reportPage(path: string, result: LighthouseResult): PageReport {
  const categories = Object.values(result.categories);
  return {
    path,
    scores: Object.fromEntries(categories.map(({ title, score }) => [title, percentOf(score)])),
    lost: categories.flatMap(({ title, auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => {
        const audit = result.audits[id];
        if (!audit || audit.score === null || audit.score >= 1 || weight === 0) return [];
        const value = audit.displayValue ? `: ${audit.displayValue}` : "";
        return `${title}: ${audit.title} (${id})${value}, ${percentOf(audit.score)} of 100, weight ${weight}`;
      }),
    ),
    warnings: result.runWarnings,
  };
}

/** Lines of a Markdown table, followed by each page's audits that lost points, and Lighthouse's warnings. */
export function reportLines(pages: PageReport[]): string[] {
  const titles = Object.keys(pages[0]?.scores ?? {});
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [
    row(["Lighthouse", ...titles]),
    row(["---", ...titles.map(() => "---:")]),
    ...pages.map(({ path, scores }) => row([path, ...titles.map((title) => String(scores[title]))])),
    ...pages.flatMap(({ path, lost, warnings }) =>
      [...lost, ...warnings].map((text, index) => `${index === 0 ? `\n${path}\n` : ""}  ${text}`),
    ),
  ];
}

/** Whether all categories of all pages have 100. */
export function isPerfect(pages: PageReport[]): boolean {
  return pages.every(({ scores }) => Object.values(scores).every((score) => score === 100));
}

function percentOf(score: number | null): number {
  return Math.round((score ?? 0) * 100);
}
