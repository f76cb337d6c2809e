import axe from "axe-core";
import type { Locator, Page } from "playwright-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** What axe finds on the page as it is now: a line for each kind of finding, with where. */
export async function findingsOfAxe(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** A toast that says something, in English or Arabic. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole("region", { name: /Notifications|الإشعارات/ }).getByText(text);
}

/** Presses Tab until the focus stands on what reads so, or is called so. @throws where the keyboard never gets there */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent?.trim();
    });
  for (let steps = 0; steps < 80; steps += 1) {
    if ((await focused()) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard never reached "${name}"`);
}
