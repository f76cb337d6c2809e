import { RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { createPlantRouter } from "./fixtures/plants.tsx";

let router: ReturnType<typeof createPlantRouter>;

async function open(path = "/") {
  await cleanup();
  router = createPlantRouter(path);
  await renderComponent(<RouterProvider router={router as never} />);
  await page.getByRole("search").findElement();
}

const search = () => router.state.location.search;
const checkbox = (name: string) => page.getByRole("checkbox", { name, exact: true });
const names = () => [...document.querySelectorAll("tbody .row-link")].map((link) => link.textContent);
const columnHeader = (name: string) => page.getByRole("columnheader", { name, exact: true });

beforeEach(() => page.viewport(1280, 900));
afterEach(() => document.getSelection()?.removeAllRanges());

test("a column header sorts in its own direction first, then in the other, and updates the URL", async () => {
  await open("/?searchTerm=1");
  await page.getByRole("link", { name: "Height" }).click();
  await expect.poll(search).toEqual({ searchTerm: "1", sort: "-height" });
  await expect.element(columnHeader("Height")).toHaveAttribute("aria-sort", "descending");
  await expect.element(columnHeader("Name")).not.toHaveAttribute("aria-sort");
  expect(names()[0]).toBe("Elder 1");

  await page.getByRole("link", { name: "Height" }).click();
  await expect.element(columnHeader("Height")).toHaveAttribute("aria-sort", "ascending");
  expect(names()[0]).toBe("Apple 1");
  await expect.element(page.getByRole("link", { name: "Height" })).toHaveFocus();

  router.history.back();
  await expect.element(columnHeader("Height")).toHaveAttribute("aria-sort", "descending");
});

test.each([1280, 390])("a long name takes three lines at most, %i px wide", async (width) => {
  await page.viewport(width, 900);
  await open("/?sort=-name");
  const name = document.querySelector("tbody .row-link bdi");
  if (!name) throw new Error("No row");
  const lineHeight = name.getBoundingClientRect().height;
  name.textContent = "Donaudampfschifffahrtsgesellschaft".repeat(10);
  expect(name.getBoundingClientRect().height).toBeCloseTo(3 * lineHeight);
});

test("numbers of any length end below their header", async () => {
  await open();
  const header = columnHeader("Height").element().querySelector("a")?.firstChild;
  const cells = [...document.querySelectorAll("tbody td[data-numeric]")].map(({ firstChild }) => firstChild);
  expect(new Set(cells.map((text) => text?.textContent?.length)).size).toBeGreaterThan(1);
  const end = (node: Node | null | undefined) => {
    const range = document.createRange();
    if (node) range.selectNodeContents(node);
    return range.getBoundingClientRect().right;
  };
  for (const cell of cells) expect(end(cell)).toBeCloseTo(end(header), 0);
});

test("the default order is not in the URL", async () => {
  await open("/?sort=-name");
  await page.getByRole("link", { name: "Name" }).click();
  await expect.element(columnHeader("Name")).toHaveAttribute("aria-sort", "ascending");
  expect(search()).toEqual({});
});

test("a filter is a link that changes the URL, and Back undoes it", async () => {
  await open();
  const chip = page.getByRole("link", { name: "Pinaceae" });
  await chip.click();
  await expect.element(chip).toHaveAttribute("aria-current", "true");
  expect(search()).toEqual({ family: "Pinaceae" });
  await expect.element(page.getByText("Showing 10 of 15")).toBeVisible();
  router.history.back();
  await expect.element(page.getByText("Showing 10 of 60")).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: "All families" }))
    .toHaveAttribute("aria-current", "true");
});

test("typing replaces the history entry, and the number of results is announced", async () => {
  await open("/?sort=-name");
  const entries = router.history.length;
  await userEvent.type(page.getByRole("searchbox"), "baobab");
  await expect.element(page.getByRole("status").first()).toHaveTextContent('6 results for "baobab"');
  await expect.element(page.getByRole("status").first()).toHaveAttribute("aria-live", "polite");
  expect(search()).toEqual({ searchTerm: "baobab", sort: "-name" });
  expect(router.history.length).toBe(entries);
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
});

test("Clear removes the search term and filters, keeps the order, and focuses the search input", async () => {
  await open("/?searchTerm=orchid&family=Rosaceae&sort=-name");
  await expect.element(page.getByRole("alert").first()).toHaveTextContent('No results for "orchid"');
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect.element(page.getByText("Showing 10 of 60")).toBeVisible();
  expect(search()).toEqual({ sort: "-name" });
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
  await expect.element(page.getByRole("searchbox")).toHaveValue("");
  router.history.back();
  await expect.element(page.getByRole("searchbox")).toHaveValue("orchid");
});

test("Space selects a row; the selection is announced, stored in the URL, and survives a reload", async () => {
  await open();
  const row = checkbox("Select Apple 2 Planta ficta");
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(row).toBeChecked();
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await expect.poll(search).toEqual({ selected: "plant-11" });
  expect(row.element()).toBe(document.activeElement);

  await open(router.state.location.href);
  await expect.element(checkbox("Select Apple 2 Planta ficta")).toBeChecked();
});

test("Shift selects and deselects a range, with the mouse and the keyboard", async () => {
  await open();
  const rows = page.getByRole("checkbox", { name: /Select (Apple|Baobab)/ });
  await rows.nth(1).click();
  await rows.nth(4).click({ modifiers: ["Shift"] });
  await expect.element(page.getByText("4 selected")).toBeVisible();
  (rows.nth(2).element() as HTMLElement).focus();
  await userEvent.keyboard("{Shift>} {/Shift}");
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await expect.element(rows.nth(1)).toBeChecked();
});

test("the header checkbox selects all shown rows, keeps other selected rows, and can be mixed", async () => {
  await open("/?selected=plant-60");
  const all = checkbox("Select all shown");
  const isMixed = () => (all.element() as HTMLInputElement).indeterminate;
  await all.click();
  await expect.element(page.getByText("11 selected")).toBeVisible();
  await expect.element(all).toBeChecked();
  await checkbox("Select Apple 2 Planta ficta").click();
  await expect.element(page.getByText("10 selected")).toBeVisible();
  await expect.poll(isMixed).toBe(true);
  await all.click();
  await all.click();
  await expect.poll(search).toEqual({ selected: "plant-60" });
  await expect.element(page.getByText("1 selected", { exact: true })).toBeVisible();
});

test("Escape clears the selection and keeps the focus", async () => {
  await open("/?selected=plant-1,plant-11");
  await checkbox("Select Apple 2 Planta ficta").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Clear selection" })).not.toBeInTheDocument();
  await expect.poll(search).toEqual({});
  await expect.element(checkbox("Select Apple 2 Planta ficta")).toHaveFocus();
});

test("Escape in a dialog keeps the selection", async () => {
  await open("/?selected=plant-1");
  const dialog = document.createElement("dialog");
  dialog.append(document.createElement("button"));
  document.querySelector(".bulk-bar")?.append(dialog);
  dialog.showModal();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => dialog.open).toBe(false);
  await expect.element(page.getByText("1 selected")).toBeVisible();
});

test("when the bulk bar disappears, the focus moves to the header checkbox", async () => {
  await open("/?selected=plant-1");
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(checkbox("Select all shown")).toHaveFocus();
});

test("sorting, searching and filtering clear the selection", async () => {
  for (const change of ["Height", "Pinaceae"]) {
    await open("/?selected=plant-1");
    await page.getByRole("link", { name: change }).first().click();
    await expect.poll(() => "selected" in search()).toBe(false);
  }
});

test("nothing moves when the first row is selected", async () => {
  await open();
  const top = () => document.querySelector("table")?.getBoundingClientRect().top;
  const before = top();
  await checkbox("Select Apple 2 Planta ficta").click();
  await expect.element(page.getByText("1 selected")).toBeVisible();
  expect(top()).toBe(before);
});

test("the whole row follows its link, including its text", async () => {
  await open();
  const row = page.getByRole("row", { name: /Apple 2/ });
  await row.getByText("Pinaceae").click();
  await expect.poll(() => router.state.location.hash).toBe("plant-11");
  await row.click({ position: { x: 700, y: 5 } });
  await page.getByRole("row", { name: /Apple 3/ }).click({ position: { x: 700, y: 5 } });
  await expect.poll(() => router.state.location.hash).toBe("plant-21");
});

test("selecting a row's text does not follow the link", async () => {
  await open();
  await page
    .getByRole("row", { name: /Apple 2/ })
    .getByText("Pinaceae")
    .dblClick({ force: true });
  expect(document.getSelection()?.toString().trim()).toBe("Pinaceae");
});

test("on narrow screens rows are cards with the roles of a table and large touch targets", async () => {
  await page.viewport(390, 800);
  await open();
  await expect.element(page.getByRole("table", { name: "Plants" })).toBeVisible();
  expect(page.getByRole("row").elements()).toHaveLength(11);
  await expect.element(page.getByRole("rowheader", { name: /Apple 2/ })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "Pinaceae" }).first()).toBeVisible();
  const [name, picture] = ["[id^=name-]", "tbody th span"].map((part) => document.querySelector(part));
  expect(picture?.getBoundingClientRect().right).toBeLessThan(name?.getBoundingClientRect().left ?? 0);
  const targets = document.querySelectorAll("thead label, thead a, tbody label");
  for (const target of targets) {
    expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  await checkbox("Select Apple 2 Planta ficta").click();
  await expect.element(page.getByRole("button", { name: "Delete" })).toBeInViewport();
  const isCardAt = async (width: number) => {
    await page.viewport(width, 800);
    return getComputedStyle(page.getByRole("row", { name: /Apple 2/ }).element()).display !== "table-row";
  };
  expect([await isCardAt(767), await isCardAt(768)]).toEqual([true, false]);
});

test("the header and the bulk bar stay visible while the rows scroll", async () => {
  await page.viewport(1280, 500);
  await open("/?selected=plant-1");
  window.scrollTo(0, 400);
  await expect.element(page.getByRole("button", { name: "Delete" })).toBeInViewport();
  await expect.element(page.getByRole("link", { name: "Height" })).toBeInViewport();
});

test("the columns keep their widths from search to search, and long words break within them", async () => {
  await open();
  const widths = () =>
    [...document.querySelectorAll("thead th")].map((header) => header.getBoundingClientRect().width);
  const before = widths();
  expect(before.length).toBe(4);
  for (const term of ["dog rose", "apple", "سدر"]) {
    await page.getByRole("searchbox").fill(term);
    await expect
      .poll(names)
      .toSatisfy((found: string[]) => found.every((name) => name.toLowerCase().includes(term)));
    expect(widths()).toEqual(before);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
});
