import axe from "axe-core";
import type { Locator, Page } from "playwright-core";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Opens a page and waits for hydration: before that, a click does nothing yet. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForHydration(page);
}

/** Makes `goto` without options wait for hydration: scripts load after the page's load event. */
export function waitForHydrationAfterGoto(page: Page): void {
  const goto = page.goto.bind(page);
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    const isApplication = (await page.locator("head > link[rel$=modulepreload]").count()) > 0;
    if (!options && isApplication) await waitForHydration(page);
    return response;
  };
}

/** Waits until React has hydrated the page and the browser is idle, for a second at most: on a busy machine it may never be. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const heading = document.querySelector("main h1");
    return heading && Object.keys(heading).some((key) => key.startsWith("__reactProps"));
  });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
}

/** The accessibility violations of the current page: a line for each rule, with the elements. */
export async function axeViolations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** A toast with this text, on an English or Arabic page. */
export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole("region", { name: /Notifications|الإشعارات/ }).getByText(text);
}

/** Presses Tab until the element with this label or text has the focus. @throws after 80 times */
export async function tabTo(page: Page, name: string): Promise<void> {
  const focusedName = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute("aria-label") ?? element?.textContent?.trim();
    });
  for (let presses = 0; presses < 80; presses += 1) {
    if ((await focusedName()) === name) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`The focus never reached "${name}"`);
}

/** The button with exactly this name. */
export function button(page: Page, name: string): Locator {
  return page.getByRole("button", { name, exact: true });
}

/** The text field with exactly this name. */
export function field(page: Page, name: string): Locator {
  return page.getByRole("textbox", { name, exact: true });
}
