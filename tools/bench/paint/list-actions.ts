import type { Page } from "playwright-core";

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
    await link(round).click();
    await page.waitForURL(/books\/./);
  };

  return [
    { name: "select a row", act: (round) => checkbox(round).click(), after: escape },
    { name: "clear the selection", before: (round) => checkbox(round).click(), act: escape },
    { name: "select all rows", act: () => page.locator("thead input").click(), after: escape },
    {
      name: "open a menu",
      act: () => page.locator("button", { hasText: "Columns" }).click(),
      after: escape,
    },
    {
      name: "move to the next row",
      before: (round) => link(round).focus(),
      act: () => page.keyboard.press("ArrowDown"),
    },
    { name: "type a search", act: type, after: clearSearch },
    { name: "clear the search", before: type, act: clearSearch },
    { name: "sort by a column", act: () => page.locator("thead a").nth(1).click(), after: goBack },
    {
      name: "filter",
      act: (round) => page.locator('main a[href*="genre="]:visible').nth(round).click(),
      after: goBack,
    },
    { name: "open a record", act: open, after: goBack },
    { name: "come back from a record", before: open, act: goBack },
    { name: "a change by another user", act: changeBook },
    {
      name: "load the next page",
      before: () => page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight)),
      act: () => page.locator("main button", { hasText: "Load more" }).click(),
    },
  ];
}

/** Waits until a list has this many rows. Not all of them are in the document. */
export async function awaitRows(page: Page, count: number): Promise<void> {
  const headerRows = 1;
  await page.locator(`table[aria-rowcount="${count + headerRows}"]`).waitFor();
}
