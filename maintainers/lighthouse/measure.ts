import lighthouse, { type Result } from "lighthouse";
import puppeteer from "puppeteer-core";
import { launchOptions } from "../../testing/browser.ts";

export type Target = {
  url: string;
  /** As in the header `cookie`; undefined for a visitor. */
  cookie: string | undefined;
};

/** Pages behind sign-in say `noindex`, because search engines must not show them. Lighthouse takes points for that. */
const auditsForVisitors = ["is-crawlable"];

/**
 * Runs Lighthouse several times, each in a browser of its own.
 * @returns the run with the median score for performance, the only category that depends on the machine's load
 */
export async function measure(target: Target, count: number): Promise<Result> {
  const results: Result[] = [];
  for (let run = 0; run < count; run += 1) results.push(await measureOnce(target));
  const sorted = results.toSorted((a, b) => performanceOf(a) - performanceOf(b));
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (!middle) throw new Error("Lighthouse needs at least one run.");
  return middle;
}

function performanceOf({ categories }: Result): number {
  return categories.performance?.score ?? 0;
}

async function measureOnce({ url, cookie }: Target): Promise<Result> {
  const { executablePath = "", args } = await launchOptions();
  const browser = await puppeteer.launch({ executablePath, args, headless: "shell" });
  try {
    const domain = new URL(url).hostname;
    for (const pair of cookie?.split("; ") ?? []) {
      const [name = "", ...value] = pair.split("=");
      await browser.setCookie({ name, value: value.join("="), domain, path: "/" });
    }
    const flags = { logLevel: "error" as const, skipAudits: cookie ? auditsForVisitors : [] };
    const result = await lighthouse(url, flags, undefined, await browser.newPage());
    if (!result) throw new Error(`Lighthouse has no result for ${url}.`);
    return result.lhr;
  } finally {
    await browser.close();
  }
}
