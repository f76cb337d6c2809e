import type { Page } from "puppeteer-core";

/** The part of Lighthouse's result that is used. Scores are 0 to 1, or null for an audit that gives none. */
export type LighthouseResult = {
  categories: Record<
    string,
    { title: string; score: number | null; auditRefs: { id: string; weight: number }[] }
  >;
  audits: Record<string, { title: string; score: number | null; displayValue?: string }>;
  runWarnings: string[];
};

/** Lighthouse's function for Node: opens the URL in the page, with its defaults for a phone on a slow line. */
export type Lighthouse = (
  url: string,
  flags: { logLevel: "error"; skipAudits: string[] },
  config: undefined,
  page: Page,
) => Promise<{ lhr: LighthouseResult } | undefined>;
