import type { Page } from "playwright-core";
import { openHydrated } from "../../../testing/e2e/support/interactions.ts";
import { actionsOn, awaitRows, rowCount } from "./list-actions.ts";
import { median, newContext, slowDown, slowPhone, type Subject } from "./subject.ts";

/** In milliseconds. The browser doesn't report interactions below 16 ms and tasks below 50: they are 0. */
type Delay = {
  /** From the slowest interaction to its next paint. */
  nextPaint: number;
  /** The longest task of the main thread. */
  longestTask: number;
};

/** Of all rounds. */
export type Interaction = { name: string; median: Delay; slowest: Delay };

declare global {
  interface PerformanceObserverInit {
    /** Of events, in milliseconds. */
    durationThreshold?: number;
  }
  interface Window {
    slowest: Delay;
  }
}

/**
 * Loads 1,000 rows of Manager's books, and measures what people do there on a slow CPU.
 * @param changeBook changes a book, as if by another user
 */
export async function measureInteractions(
  subject: Subject,
  rounds: number,
  changeBook: () => Promise<unknown>,
): Promise<Interaction[]> {
  const context = await newContext(subject, "/manager/books");
  const page = await context.newPage();
  await openHydrated(page, "/manager/books");
  await loadRows(page);
  await observe(page);
  await slowDown(page, { ...slowPhone, network: undefined });

  const measured: Interaction[] = [];
  for (const { name, before, act, after } of actionsOn(page, changeBook)) {
    const delays: Delay[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await before?.(round);
      await settle(page);
      await page.evaluate(() => (window.slowest = { nextPaint: 0, longestTask: 0 }));
      await act(round);
      await settle(page);
      delays.push(await page.evaluate(() => window.slowest));
      await after?.();
    }
    const of = (choose: (values: number[]) => number) => ({
      nextPaint: choose(delays.map(({ nextPaint }) => nextPaint)),
      longestTask: choose(delays.map(({ longestTask }) => longestTask)),
    });
    measured.push({ name, median: of(median), slowest: of((values) => Math.max(...values)) });
  }
  await context.close();
  return measured;
}

async function loadRows(page: Page): Promise<void> {
  const pageSize = 20;
  await awaitRows(page, pageSize);
  for (let count = pageSize; count < rowCount; count += pageSize) {
    // By its text: computing the roles of all elements is slow.
    await page.locator("main button", { hasText: "Load more" }).click();
    await awaitRows(page, count + pageSize);
  }
  await page.evaluate(() => scrollTo(0, 0));
}

/** Records the slowest interaction and the longest task in `window.slowest`. */
async function observe(page: Page): Promise<void> {
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as PerformanceEventTiming[]) {
        if (entry.interactionId)
          window.slowest.nextPaint = Math.max(window.slowest.nextPaint, entry.duration);
      }
    }).observe({ type: "event", durationThreshold: 16 });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        window.slowest.longestTask = Math.max(window.slowest.longestTask, duration);
    }).observe({ type: "longtask" });
  });
}

/** Waits for the paint and all work after it. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise((resolve) =>
        requestAnimationFrame(() => setTimeout(() => requestIdleCallback(resolve), 400)),
      ),
  );
}
