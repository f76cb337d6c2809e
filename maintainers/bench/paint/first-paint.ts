import type { Page } from "playwright-core";
import { waitForHydration } from "../../../testing/e2e/support/interactions.ts";
import { type SentPage, serveStaticPages } from "./static-page.ts";
import { median, newContext, slowDown, type Line, type Subject } from "./subject.ts";

/** Medians in milliseconds since the navigation began. */
export type FirstPaint = { path: string; ours: number; still: number; ratio: number; usable: number };

/**
 * Measures the first contentful paint of pages and of static copies of them, in turn and each with an empty cache.
 * `usable` is when a page is hydrated.
 */
export async function measureFirstPaints(
  subject: Subject,
  paths: string[],
  line: Line,
  rounds: number,
): Promise<FirstPaint[]> {
  const still = await serveStaticPages(await Promise.all(paths.map((path) => fetchPage(subject, path))));
  const measured = paths.map((path) => ({
    path,
    ours: [] as number[],
    still: [] as number[],
    usable: [] as number[],
  }));
  // The first round only warms up.
  for (let round = 0; round <= rounds; round += 1) {
    for (const times of measured) {
      const ours = await open(subject, times.path, line, true);
      const copy = await open({ ...subject, url: still.url }, times.path, line, false);
      if (round === 0) continue;
      times.ours.push(ours.paint);
      times.usable.push(ours.usable);
      times.still.push(copy.paint);
    }
  }
  await still.stop();
  return measured.map(({ path, ...times }) => ({
    path,
    ours: median(times.ours),
    still: median(times.still),
    usable: median(times.usable),
    ratio: median(times.ours.map((ours, round) => ours / (times.still[round] ?? 0))),
  }));
}

async function open(subject: Subject, path: string, line: Line, hasScripts: boolean) {
  const context = await newContext(subject, path);
  const page = await context.newPage();
  await slowDown(page, line);
  await page.goto(path, { waitUntil: "commit" });
  const paint = await firstPaint(page);
  if (hasScripts) await waitForHydration(page);
  const usable = await page.evaluate(() => performance.now());
  await context.close();
  return { paint, usable };
}

function firstPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          for (const { startTime } of list.getEntriesByName("first-contentful-paint")) resolve(startTime);
        }).observe({ type: "paint", buffered: true });
      }),
  );
}

async function fetchPage({ url, cookie }: Subject, path: string): Promise<SentPage> {
  const headers = path.startsWith("/login") ? undefined : { cookie };
  const response = await fetch(url + path, headers && { headers });
  const openerPolicy = response.headers.get("cross-origin-opener-policy") ?? "";
  return { path, html: await response.text(), openerPolicy };
}
