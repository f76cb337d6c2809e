import type { Page } from "playwright-core";

/** Opens a page, and waits until it is alive: before that, a press does nothing yet. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await becomeAlive(page);
}

/** Waits until React has taken over the page that the server sent, and has nothing left to do. */
export async function becomeAlive(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector("main h1");
    return heading && Object.keys(heading).some((key) => key.startsWith("__reactProps"));
  });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
}
