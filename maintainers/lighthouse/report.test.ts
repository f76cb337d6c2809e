import { expect, test } from "vitest";
import { isPerfect, type LighthouseResult, reportLines, reportPage } from "./report.ts";

const result: LighthouseResult = {
  categories: {
    performance: {
      title: "Performance",
      score: 0.954,
      auditRefs: [
        { id: "lcp", weight: 25 },
        { id: "unused-javascript", weight: 0 },
        { id: "fcp", weight: 10 },
      ],
    },
    seo: { title: "SEO", score: 1, auditRefs: [{ id: "canonical", weight: 1 }] },
  },
  audits: {
    lcp: { title: "Largest Contentful Paint", score: 0.81, displayValue: "2.9 s" },
    "unused-javascript": { title: "Reduce unused JavaScript", score: 0 },
    fcp: { title: "First Contentful Paint", score: 1 },
    canonical: { title: "Document has a valid rel=canonical", score: null },
  },
  runWarnings: ["The page loaded too slowly."],
};

test("the report has each page's scores, its audits that lost points with their values, and warnings", () => {
  expect(reportLines([reportPage("/app", result)])).toEqual([
    "| Lighthouse | Performance | SEO |",
    "| --- | ---: | ---: |",
    "| /app | 95 | 100 |",
    "\n/app\n  Performance: Largest Contentful Paint (lcp): 2.9 s, 81 of 100, weight 25",
    "  The page loaded too slowly.",
  ]);
});

test("a page is perfect with 100 in each category", () => {
  const page = reportPage("/login", result);
  expect(isPerfect([page])).toBe(false);
  expect(isPerfect([{ ...page, scores: { Performance: 100, SEO: 100 } }])).toBe(true);
});
