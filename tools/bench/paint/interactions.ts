import type { Page } from "playwright-core";
import { openHydrated } from "../../../testing/e2e/support/interactions.ts";
import { newContext, slowDown, slowPhone, type Subject } from "./subject.ts";

/** In milliseconds: the slowest interaction until its next paint, and the longest task of the main thread. */
export type Interaction = { name: string; nextPaint: number; longestTask: number };

declare global {
  interface PerformanceObserverInit {
    /** Of events, in milliseconds. */
    durationThreshold?: number;
  }
  interface Window {
    slowest: { nextPaint: number; longestTask: number };
  }
}

const rowCount = 1_000;

/** Loads 1,000 rows of Manager's books, and measures what people do there on a slow CPU. */
export async function measureInteractions(subject: Subject, rounds: number): Promise<Interaction[]> {
  const context = await newContext(subject, "/manager/books");
  const page = await context.newPage();
  await openHydrated(page, "/manager/books");
  const row = page.locator("tbody tr");
  for (let count = await row.count(); count < rowCount; count = await row.count()) {
    // By its text: computing the roles of all rows takes minutes.
    await page.locator("button", { hasText: "Load more" }).click();
    await row.nth(count).waitFor();
  }
  await page.evaluate(() => scrollTo(0, 0));
  await observe(page);
  await slowDown(page, { ...slowPhone, network: undefined });

  const search = page.locator("input[type=search]").first();
  const actions: Record<string, (round: number) => Promise<unknown>> = {
    "select a row": (round) => row.nth(round).locator("input[type=checkbox]").click(),
    "open a menu": async () => {
      await page.locator("button", { hasText: "Columns" }).click();
      await settle(page);
      await page.keyboard.press("Escape");
    },
    "type a search": async (round) => {
      await search.press("abcdefghij"[round % 10] ?? "a");
      await search.press("Backspace");
    },
  };
  const measured: Interaction[] = [];
  for (const [name, act] of Object.entries(actions)) {
    await page.evaluate(() => (window.slowest = { nextPaint: 0, longestTask: 0 }));
    for (let round = 0; round < rounds; round += 1) {
      await act(round);
      await settle(page);
    }
    measured.push({ name, ...(await page.evaluate(() => window.slowest)) });
  }
  await context.close();
  return measured;
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
