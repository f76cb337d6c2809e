import { RouterProvider } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { routerOfPlants } from "./fixtures/plants.tsx";

let router: ReturnType<typeof routerOfPlants>;

async function open(path = "/") {
  await cleanup();
  router = routerOfPlants(path);
  await renderComponent(<RouterProvider router={router as never} />);
  await page.getByRole("search").findElement();
}

const search = () => router.state.location.search;
const box = (name: string) => page.getByRole("checkbox", { name, exact: true });
const names = () => [...document.querySelectorAll("tbody .row-link")].map((link) => link.textContent);
const heading = (name: string) => page.getByRole("columnheader", { name, exact: true });

beforeEach(() => page.viewport(1280, 900));
afterEach(() => document.getSelection()?.removeAllRanges());

test("a heading sorts by its column in its own direction first, then in the other; the URL says so", async () => {
  await open("/?searchTerm=1");
  await page.getByRole("link", { name: "Height" }).click();
  await expect.poll(search).toEqual({ searchTerm: "1", sort: "-height" });
  await expect.element(heading("Height")).toHaveAttribute("aria-sort", "descending");
  await expect.element(heading("Name")).not.toHaveAttribute("aria-sort");
  expect(names()[0]).toBe("Elder 1");

  await page.getByRole("link", { name: "Height" }).click();
  await expect.element(heading("Height")).toHaveAttribute("aria-sort", "ascending");
  expect(names()[0]).toBe("Apple 1");
  await expect.element(page.getByRole("link", { name: "Height" })).toHaveFocus();

  router.history.back();
  await expect.element(heading("Height")).toHaveAttribute("aria-sort", "descending");
});

test("the default order does not stand in the URL", async () => {
  await open("/?sort=-name");
  await page.getByRole("link", { name: "Name" }).click();
  await expect.element(heading("Name")).toHaveAttribute("aria-sort", "ascending");
  expect(search()).toEqual({});
});

test("a filter is a link that adds itself to the URL, and Back takes it away", async () => {
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

test("what is typed replaces the entry in the history, and how much was found is announced", async () => {
  await open("/?sort=-name");
  const entries = router.history.length;
  await userEvent.type(page.getByRole("searchbox"), "baobab");
  await expect.element(page.getByRole("status").first()).toHaveTextContent("6 results for “baobab”");
  await expect.element(page.getByRole("status").first()).toHaveAttribute("aria-live", "polite");
  expect(search()).toEqual({ searchTerm: "baobab", sort: "-name" });
  expect(router.history.length).toBe(entries);
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
});

test("Clear ends the search and the filters, keeps the order, and leads back to the search input", async () => {
  await open("/?searchTerm=orchid&family=Rosaceae&sort=-name");
  await expect.element(page.getByRole("alert").first()).toHaveTextContent("No results for “orchid”");
  await page.getByRole("button", { name: "Clear", exact: true }).click();
  await expect.element(page.getByText("Showing 10 of 60")).toBeVisible();
  expect(search()).toEqual({ sort: "-name" });
  await expect.element(page.getByRole("searchbox")).toHaveFocus();
  await expect.element(page.getByRole("searchbox")).toHaveValue("");
  router.history.back();
  await expect.element(page.getByRole("searchbox")).toHaveValue("orchid");
});

test("Space selects a row, which is said and stands in the URL, and survives reloading", async () => {
  await open();
  const row = box("Select Apple 2 Planta ficta");
  (row.element() as HTMLElement).focus();
  await userEvent.keyboard(" ");
  await expect.element(row).toBeChecked();
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await expect.poll(search).toEqual({ selected: ["plant-11"] });
  expect(row.element()).toBe(document.activeElement);

  await open(router.state.location.href);
  await expect.element(box("Select Apple 2 Planta ficta")).toBeChecked();
});

test("Shift selects all rows between, by mouse and by key, and takes them out again", async () => {
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

test("the box above selects all rows shown, keeps those that are not shown, and says when only some are", async () => {
  await open('/?selected=["plant-60"]');
  const all = box("Select all shown");
  const isMixed = () => (all.element() as HTMLInputElement).indeterminate;
  await all.click();
  await expect.element(page.getByText("11 selected")).toBeVisible();
  await expect.element(all).toBeChecked();
  await box("Select Apple 2 Planta ficta").click();
  await expect.element(page.getByText("10 selected")).toBeVisible();
  await expect.poll(isMixed).toBe(true);
  await all.click();
  await all.click();
  await expect.element(page.getByText("1 selected")).toBeVisible();
  expect(search()).toEqual({ selected: ["plant-60"] });
});

test("Escape clears the selection and leaves the focus where it is", async () => {
  await open('/?selected=["plant-1","plant-11"]');
  await box("Select Apple 2 Planta ficta").click();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "Clear selection" })).not.toBeInTheDocument();
  await expect.poll(search).toEqual({});
  await expect.element(box("Select Apple 2 Planta ficta")).toHaveFocus();
});

test("Escape in a dialog above the list leaves the selection alone", async () => {
  await open('/?selected=["plant-1"]');
  const dialog = document.createElement("dialog");
  dialog.append(document.createElement("button"));
  document.querySelector(".bulk-bar")?.append(dialog);
  dialog.showModal();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => dialog.open).toBe(false);
  await expect.element(page.getByText("1 selected")).toBeVisible();
});

test("when the bar goes with the button that was pressed, the focus is at the box above all rows", async () => {
  await open('/?selected=["plant-1"]');
  await page.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(box("Select all shown")).toHaveFocus();
});

test("sorting, searching and filtering clear the selection", async () => {
  for (const change of ["Height", "Pinaceae"]) {
    await open('/?selected=["plant-1"]');
    await page.getByRole("link", { name: change }).first().click();
    await expect.poll(() => "selected" in search()).toBe(false);
  }
});

test("nothing moves when the first row is selected", async () => {
  await open();
  const place = () => document.querySelector("table")?.getBoundingClientRect().top;
  const before = place();
  await box("Select Apple 2 Planta ficta").click();
  await expect.element(page.getByText("1 selected")).toBeVisible();
  expect(place()).toBe(before);
});

test("a whole row leads where its link does, its texts as well", async () => {
  await open();
  const row = page.getByRole("row", { name: /Apple 2/ });
  await row.getByText("Pinaceae").click();
  await expect.poll(() => router.state.location.hash).toBe("plant-11");
  await row.click({ position: { x: 700, y: 5 } });
  await page.getByRole("row", { name: /Apple 3/ }).click({ position: { x: 700, y: 5 } });
  await expect.poll(() => router.state.location.hash).toBe("plant-21");
});

test("marking a row's text leads nowhere", async () => {
  await open();
  await page
    .getByRole("row", { name: /Apple 2/ })
    .getByText("Pinaceae")
    .dblClick({ force: true });
  expect(document.getSelection()?.toString().trim()).toBe("Pinaceae");
});

test("on a phone the rows are cards and still a table to screen readers, and everything can be hit", async () => {
  await page.viewport(390, 800);
  await open();
  await expect.element(page.getByRole("table", { name: "Plants" })).toBeVisible();
  expect(page.getByRole("row").elements()).toHaveLength(11);
  await expect.element(page.getByRole("rowheader", { name: /Apple 2/ })).toBeVisible();
  await expect.element(page.getByRole("cell", { name: "Pinaceae" }).first()).toBeVisible();
  const targets = document.querySelectorAll("thead label, thead a, tbody label");
  for (const target of targets) {
    expect(target.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  await box("Select Apple 2 Planta ficta").click();
  await expect.element(page.getByRole("button", { name: "Delete" })).toBeInViewport();
});

test("the head and the bar stay in sight while rows scroll by", async () => {
  await page.viewport(1280, 500);
  await open('/?selected=["plant-1"]');
  window.scrollTo(0, 400);
  await expect.element(page.getByRole("button", { name: "Delete" })).toBeInViewport();
  await expect.element(page.getByRole("link", { name: "Height" })).toBeInViewport();
});
