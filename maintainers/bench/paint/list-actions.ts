import type { Locator, Page } from "playwright-core";

export const rowCount = 1_000;

type Action = {
  name: string;
  /** Not measured. */
  before?: (round: number) => Promise<unknown>;
  act: (round: number) => Promise<unknown>;
  /** Restores the rows. Not measured. */
  after?: () => Promise<unknown>;
};

/** What people do in a list. Each action begins with all rows, and nothing selected but what the action needs. */
export function actionsOn(page: Page, changeBook: () => Promise<unknown>): Action[] {
  const search = page.locator("input[type=search]").first();
  const link = (index: number) => page.locator(".row-link").nth(index);
  const checkbox = (index: number) => page.locator("tbody input").nth(index);
  // Playwright's own click also tests what is under the pointer, within the interaction that is measured.
  const click = async (target: Locator) => {
    const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.click(x + width / 2, y + height / 2);
  };
  const escape = () => page.keyboard.press("Escape");
  const type = (round: number) => search.press("abcdefghij"[round % 10] ?? "a");
  const clearSearch = async () => {
    await search.press("Backspace");
    await awaitRows(page, rowCount);
  };
  const goBack = async () => {
    await page.goBack();
    await awaitRows(page, rowCount);
  };
  const open = async (round: number) => {
    await click(link(round));
    await page.waitForURL(/books\/./);
  };

  return [
    { name: "select a row", act: (round) => click(checkbox(round)), after: escape },
    { name: "clear the selection", before: (round) => click(checkbox(round)), act: escape },
    { name: "select all rows", act: () => click(page.locator("thead input")), after: escape },
    {
      name: "open a menu",
      act: () => click(page.locator("button", { hasText: "Columns" })),
      after: escape,
    },
    {
      name: "move to the next row",
      before: (round) => link(round).focus(),
      act: () => page.keyboard.press("ArrowDown"),
    },
    { name: "type a search", act: type, after: clearSearch },
    { name: "clear the search", before: type, act: clearSearch },
    { name: "sort by a column", act: () => click(page.locator("thead a").nth(1)), after: goBack },
    {
      name: "filter",
      act: (round) => click(page.locator('main a[href*="genre="]:visible').nth(round)),
      after: goBack,
    },
    { name: "open a record", act: open, after: goBack },
    { name: "come back from a record", before: open, act: goBack },
    { name: "a change by another user", act: changeBook },
    {
      name: "load the next page",
      before: () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight)),
      act: () => click(page.locator("main button", { hasText: "Load more" })),
    },
  ];
}

/** Waits until a list has this many rows. Not all of them are in the document. */
export async function awaitRows(page: Page, count: number): Promise<void> {
  const headerRows = 1;
  await page.locator(`table[aria-rowcount="${count + headerRows}"]`).waitFor();
}
