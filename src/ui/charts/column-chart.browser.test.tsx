import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { sampleColumns } from "./chart-fixtures.ts";
import { ColumnChart } from "./column-chart.tsx";
import { rightToLeft } from "../../../testing/languages.ts";

const columns = sampleColumns(12);
const chart = (
  <div style={{ padding: "60px 20px" }}>
    <ColumnChart label="Logins per day" headings={{ name: "Day", value: "Logins" }} columns={columns} />
  </div>
);

const column = (day: number) => page.getByRole("link", { name: `November ${day}:`, exact: false }).first();
const tooltip = () => document.querySelector("strong")?.parentElement?.textContent;
const focused = () => document.activeElement?.getAttribute("aria-label");

beforeEach(async () => {
  await page.viewport(800, 600);
  await userEvent.unhover(document.body);
});

test("a table contains all names and values for screen readers", async () => {
  await renderComponent(chart);
  const table = page.getByRole("table", { name: "Logins per day" });
  expect(
    table
      .getByRole("row")
      .elements()
      .map((row) => row.textContent),
  ).toEqual(["DayLogins", ...columns.map(({ name, value }) => `${name}${value}`)]);
});

test("the heights of the columns are those of their values", async () => {
  await renderComponent(chart);
  const heightOf = (day: number) =>
    (column(day).element().querySelector("span")?.getBoundingClientRect().height ?? NaN) /
    column(day).element().getBoundingClientRect().height;
  expect(heightOf(4)).toBeCloseTo(1, 1);
  expect(heightOf(8)).toBeCloseTo(0.5, 1);
  expect(heightOf(12)).toBe(0);
});

test("the mouse shows the name and the value of the column above which it is", async () => {
  await renderComponent(chart);
  await userEvent.hover(column(4), { position: { x: 5, y: 5 } });
  await expect.poll(tooltip).toBe("November 410 logins");
  await userEvent.hover(column(5), { position: { x: 5, y: 5 } });
  await expect.poll(tooltip).toBe("November 56 logins");
  await userEvent.hover(document.documentElement, { position: { x: 700, y: 550 } });
  await expect.poll(tooltip).toBeUndefined();
});

test("Tab reaches the last column, and the arrow keys, Home and End move along the columns", async () => {
  await renderComponent(chart);
  await userEvent.tab();
  expect(focused()).toBe("November 12: 0 logins");
  expect(tooltip()).toBe("November 120 logins");
  await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
  expect(focused()).toBe("November 10: 8 logins");
  await userEvent.keyboard("{Home}{ArrowLeft}{ArrowRight}");
  expect(focused()).toBe("November 2: 7 logins");
  await userEvent.keyboard("{End}");
  expect(focused()).toBe("November 12: 0 logins");
  await userEvent.keyboard("{ArrowLeft}{Escape}");
  expect(tooltip()).toBeUndefined();
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  expect(focused()).toBe("November 11: 4 logins");
});

test.runIf(rightToLeft)(
  "from right to left, the columns begin at the right and the arrow keys move in their direction",
  async () => {
    await renderComponent(chart, rightToLeft);
    const [first, last] = [column(1), column(12)].map((it) => it.element().getBoundingClientRect());
    expect(first?.left).toBeGreaterThan(last?.right ?? Infinity);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowRight}");
    expect(focused()).toBe("November 11: 4 logins");
    await userEvent.keyboard("{ArrowLeft}");
    expect(focused()).toBe("November 12: 0 logins");
    await userEvent.hover(column(4), { position: { x: 5, y: 5 } });
    await expect.poll(tooltip).toBe("November 410 logins");
  },
);

test("the tooltips of the first and the last column stay within the chart", async () => {
  await page.viewport(320, 600);
  await renderComponent(chart);
  await userEvent.tab();
  for (const key of ["{Home}", "{End}"]) {
    await userEvent.keyboard(key);
    const box = document.querySelector("strong")?.parentElement?.getBoundingClientRect();
    expect(box?.left).toBeGreaterThanOrEqual(0);
    expect(box?.right).toBeLessThanOrEqual(320);
  }
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test("the first touch of a column shows its value, and the second one follows its link", async () => {
  const history = createMemoryHistory({ initialEntries: ["/"] });
  const router = createRouter({ routeTree: createRootRoute(), history });
  await renderComponent(<RouterContextProvider router={router}>{chart}</RouterContextProvider>);
  await tap(4);
  await expect.poll(tooltip).toBe("November 410 logins");
  await tap(5);
  await expect.poll(tooltip).toBe("November 56 logins");
  expect(history.location.href).toBe("/");
  await tap(5);
  await expect.poll(() => history.location.href).toContain("from=2026-11-05");
});

test("columns that lead nowhere are reached by the keyboard as well", async () => {
  await renderComponent(
    <ColumnChart
      label="Logins per day"
      headings={{ name: "Day", value: "Logins" }}
      columns={columns.map((column) => ({ ...column, link: undefined }))}
    />,
  );
  await userEvent.tab();
  await userEvent.keyboard("{ArrowLeft}");
  expect(focused()).toBe("November 11: 4 logins");
  expect(tooltip()).toBe("November 114 logins");
  expect(page.getByRole("link").elements()).toEqual([]);
});

async function tap(day: number) {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };
  const { x, y } = column(day).element().getBoundingClientRect();
  const point = { x: frame.x + x + 5, y: frame.y + y + 5 };
  await cdp().send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  await cdp().send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}
