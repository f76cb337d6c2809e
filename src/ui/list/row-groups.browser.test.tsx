import { createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { cleanup } from "vitest-browser-react";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { columns, plants, table, type Plant } from "./fixtures/plants.tsx";
import { DataTable } from "./data-table.tsx";
import { ListShortcuts } from "./list-shortcuts.tsx";
import { RowGroups, useGridGroupSize } from "./row-groups.tsx";
import { rowAt } from "./rows.ts";

/** Rows of different heights: every seventh name takes several lines. */
const thousand: Plant[] = Array.from({ length: 1_000 }, (_, index) => ({
  ...plants[index % plants.length]!,
  id: `plant-${index + 1}`,
  name: `${index % 7 === 0 ? "A plant with a very long name ".repeat(8) : "Plant"} ${index + 1}`,
  latin: "",
}));

function Table() {
  const rows = useRef<HTMLTableSectionElement>(null);
  const searchInput = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<string[]>([]);
  return (
    <>
      <ListShortcuts {...{ rows, searchInput }} onEdit={() => undefined} onDelete={() => undefined} />
      <DataTable
        {...table}
        ref={rows}
        columns={columns}
        rows={thousand}
        nameOf={({ name }) => name}
        selection={{ selected, onChange: setSelected, actions: null }}
      />
    </>
  );
}

function Grid() {
  const grid = useRef<HTMLUListElement>(null);
  return (
    <ul ref={grid} className="grid grid-cols-7">
      <RowGroups
        rows={thousand}
        size={useGridGroupSize(grid)}
        placeholder={(props, content) => (
          <li {...props} className="col-span-full">
            {content}
          </li>
        )}
      >
        {({ id }) => (
          <li key={id} id={id} className="h-40">
            {id}
          </li>
        )}
      </RowGroups>
    </ul>
  );
}

async function open(component: () => React.ReactNode) {
  await cleanup();
  const router = createRouter({ routeTree: createRootRoute({ component }) });
  await renderComponent(<RouterProvider router={router as never} />);
  await expect.poll(() => rowCount() < 200).toBe(true);
}

const list = () => document.querySelector<HTMLElement>("tbody, ul.grid");
const rowCount = () => document.querySelectorAll("tbody > tr, ul.grid > li").length;
const link = (number: number) => page.getByRole("link", { name: `Plant ${number}`, exact: true });
const scrollTo = (row: number) => rowAt(list(), row - 1)?.scrollIntoView({ block: "center" });

beforeEach(() => page.viewport(1280, 800));
afterEach(() => window.scrollTo(0, 0));

test("of 1,000 rows, few are in the document, so that each interaction takes as long as with 20", async () => {
  await open(Table);
  expect(rowCount()).toBeLessThan(130);
  expect(document.querySelectorAll("*").length).toBeLessThan(2_000);
  for (const row of [500, 999, 3]) {
    scrollTo(row);
    await expect.element(link(row)).toBeInViewport();
    await expect.poll(rowCount).toBeLessThan(130);
  }
});

test("a table tells its number of rows and each row's position, and the page has the names of all rows", async () => {
  await open(Table);
  await expect.element(page.getByRole("table")).toHaveAttribute("aria-rowcount", "1001");
  scrollTo(600);
  const row = page.getByRole("row", { name: /Plant 600/ });
  await expect.element(row).toHaveAttribute("aria-rowindex", "601");
  for (const name of ["Plant 2", "Plant 999"]) {
    await expect.poll(() => document.body.textContent.includes(`${name}\n`)).toBe(true);
  }
});

test("no row moves or changes its width when rows leave the document or come back", async () => {
  await open(Table);
  const height = () => document.documentElement.scrollHeight;
  const widths = () => [...document.querySelectorAll("thead th")].map((header) => header.clientWidth);
  const columnWidths = widths();
  for (const row of [200, 401, 600, 800, 999]) {
    scrollTo(row);
    await expect.element(link(row)).toBeInViewport();
  }
  const before = height();
  for (const row of [999, 500, 3]) {
    scrollTo(row);
    await expect.element(link(row)).toBeInViewport();
    expect(height()).toBe(before);
    expect(widths()).toEqual(columnWidths);
  }
  expect(widths().reduce((sum, width) => sum + width, 0)).toBeGreaterThan(list()!.clientWidth - 60);
});

test("the focused row stays while the page scrolls, and the arrow keys continue from it", async () => {
  await open(Table);
  for (const [row, key, next] of [
    [40, "{ArrowDown}", 41],
    [621, "{ArrowUp}", 620],
  ] as const) {
    scrollTo(row);
    (link(row).element() as HTMLElement).focus();
    scrollTo(row === 40 ? 900 : 3);
    await expect.poll(() => document.querySelector(`[aria-rowindex="${next + 1}"]`)).toBeNull();
    await expect.element(link(row)).toHaveFocus();
    await userEvent.keyboard(key);
    await expect.element(link(next)).toHaveFocus();
    await expect.element(link(next)).toBeInViewport();
  }
});

test("rows far from the screen stay selected, and Shift selects a range over them", async () => {
  await open(Table);
  const checkbox = (row: number) => page.getByRole("checkbox", { name: `Select Plant ${row}`, exact: true });
  await checkbox(3).click();
  scrollTo(900);
  await checkbox(900).click({ modifiers: ["Shift"] });
  await expect.element(page.getByText(/^898 selected/)).toBeVisible();
  scrollTo(3);
  await expect.element(checkbox(4)).toBeChecked();
  await expect.element(checkbox(2)).not.toBeChecked();
});

test("who comes back to a list finds it as high as it was, with few rows", async () => {
  await open(Table);
  scrollTo(500);
  await expect.element(link(500)).toBeInViewport();
  await expect.poll(rowCount).toBeLessThan(130);
  const before = { height: document.documentElement.scrollHeight, top: window.scrollY };
  await open(Table);
  expect(document.documentElement.scrollHeight).toBe(before.height);
  window.scrollTo(0, before.top);
  await expect.element(link(500)).toBeInViewport();
});

test("all rows are printed", async () => {
  await open(Table);
  window.dispatchEvent(new Event("beforeprint"));
  expect(rowCount()).toBe(1_000);
  window.dispatchEvent(new Event("afterprint"));
  await expect.poll(rowCount).toBeLessThan(130);
});

test("in a grid, no item changes its column when other items leave the document", async () => {
  await open(Grid);
  const item = (number: number) => document.getElementById(`plant-${number}`);
  const columnOf = (number: number) => {
    const { left = -1 } = item(number)?.getBoundingClientRect() ?? {};
    return Math.round((7 * left) / list()!.clientWidth);
  };
  for (const [number, leaving] of [
    [700, 30],
    [350, 700],
  ] as const) {
    scrollTo(number);
    await expect.poll(() => item(leaving)).toBeNull();
    await expect.poll(() => columnOf(number)).toBe((number - 1) % 7);
  }
});
