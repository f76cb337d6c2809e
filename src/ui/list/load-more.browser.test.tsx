import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { LoadMore } from "./load-more.tsx";

type State = {
  count?: number;
  hasMore?: boolean;
  isLoading?: boolean;
  error?: unknown;
  hasLinks?: boolean;
};

const onLoad = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));

function List({ count = 30, hasMore = true, isLoading = false, error, hasLinks = true }: State) {
  const rows = useRef<HTMLUListElement>(null);
  return (
    <>
      <ul ref={rows}>
        {Array.from({ length: count }, (_, row) => (
          <li key={row} style={{ height: 100 }}>
            {hasLinks ? <a href="#row">Row {row + 1}</a> : <span>Row {row + 1}</span>}
          </li>
        ))}
      </ul>
      <LoadMore label="Load more" onLoad={onLoad} {...{ rows, count, hasMore, isLoading, error }} />
    </>
  );
}

async function show(state: State = {}) {
  const { rerender } = await renderComponent(<List {...state} />);
  return (next: State) => rerender(<List {...next} />);
}

const button = () => page.getByRole("button");
const focused = () => document.activeElement?.textContent;

beforeEach(() => page.viewport(800, 600));
afterEach(() => {
  onLoad.mockClear();
  window.scrollTo(0, 0);
});

test("with the keyboard, the focus moves to the first new row, and the number of new rows is announced", async () => {
  const update = await show();
  (button().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await update({ isLoading: true });
  await expect.element(button()).toHaveFocus();
  await expect.element(button()).toHaveAttribute("aria-busy", "true");
  await update({ count: 50 });
  expect(focused()).toBe("Row 31");
  await expect.element(page.getByRole("link", { name: "Row 31" })).toBeInViewport();
  await expect.element(page.getByRole("status")).toHaveTextContent("20 more loaded");
});

test("with a pointer, the page does not scroll", async () => {
  const update = await show();
  await button().click();
  await update({ isLoading: true });
  window.scrollTo(0, 100);
  await update({ count: 50 });
  expect(focused()).toBe("Row 31");
  expect(window.scrollY).toBe(100);
});

test("the focus moves to the first new row when the button disappears", async () => {
  const update = await show();
  await button().click();
  await update({ isLoading: true });
  await update({ count: 33, hasMore: false });
  expect(focused()).toBe("Row 31");
  expect(button().elements()).toHaveLength(0);
  await expect.element(page.getByRole("status")).toHaveTextContent("3 more loaded");
});

test("a row without a link gets the focus itself", async () => {
  const update = await show({ hasLinks: false });
  await button().click();
  await update({ count: 31, hasLinks: false });
  expect(document.activeElement?.tagName).toBe("LI");
  expect(focused()).toBe("Row 31");
});

test("two clicks load one page", async () => {
  await show();
  const element = button().element() as HTMLElement;
  element.click();
  element.click();
  expect(onLoad).toHaveBeenCalledOnce();
});

test("an error is shown in place, and Retry loads again", async () => {
  onLoad.mockResolvedValueOnce();
  const update = await show();
  await button().click();
  await update({ isLoading: true });
  await update({ error: new Error("relation is missing") });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong");
  await update({ error: Object.assign(new Error("No"), { code: "TOO_MANY_REQUESTS", status: 429 }) });
  await expect.element(page.getByRole("alert").getByText(/^Too many requests/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Retry" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(onLoad).toHaveBeenCalledTimes(2);
  await update({ error: new Error("relation is missing"), isLoading: true });
  await update({ count: 50 });
  expect(focused()).toBe("Row 31");
});

test("rows that were not loaded by the button do not move the focus", async () => {
  const update = await show();
  await update({ count: 50 });
  expect(document.activeElement).toBe(document.body);
});
