import { useRef } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { LoadMore } from "./load-more.tsx";

type Now = {
  count?: number;
  hasMore?: boolean;
  isLoading?: boolean;
  hasFailed?: boolean;
  hasLinks?: boolean;
};

const asked = vi.fn<() => Promise<void>>(() => new Promise(() => undefined));

function List({ count = 30, hasMore = true, isLoading = false, hasFailed = false, hasLinks = true }: Now) {
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
      <LoadMore label="Load more" onLoad={asked} {...{ rows, count, hasMore, isLoading, hasFailed }} />
    </>
  );
}

async function show(now: Now = {}) {
  const { rerender } = await renderComponent(<List {...now} />);
  return (next: Now) => rerender(<List {...next} />);
}

const button = () => page.getByRole("button");
const focused = () => document.activeElement?.textContent;

beforeEach(() => page.viewport(800, 600));
afterEach(() => {
  asked.mockClear();
  window.scrollTo(0, 0);
});

test("by key, the focus goes to the first row that came, and how many came is announced", async () => {
  const become = await show();
  (button().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await become({ isLoading: true });
  await expect.element(button()).toHaveFocus();
  await expect.element(button()).toHaveAttribute("aria-busy", "true");
  await become({ count: 50 });
  expect(focused()).toBe("Row 31");
  await expect.element(page.getByRole("link", { name: "Row 31" })).toBeInViewport();
  await expect.element(page.getByRole("status")).toHaveTextContent("20 more loaded");
});

test("by pointer, the page stays where it is, also for who scrolled on meanwhile", async () => {
  const become = await show();
  await button().click();
  await become({ isLoading: true });
  window.scrollTo(0, 100);
  await become({ count: 50 });
  expect(focused()).toBe("Row 31");
  expect(window.scrollY).toBe(100);
});

test("the last rows take the button with them, and not the focus", async () => {
  const become = await show();
  await button().click();
  await become({ isLoading: true });
  await become({ count: 33, hasMore: false });
  expect(focused()).toBe("Row 31");
  expect(button().elements()).toHaveLength(0);
  await expect.element(page.getByRole("status")).toHaveTextContent("3 more loaded");
});

test("a row without a link has the focus itself", async () => {
  const become = await show({ hasLinks: false });
  await button().click();
  await become({ count: 31, hasLinks: false });
  expect(document.activeElement?.tagName).toBe("LI");
  expect(focused()).toBe("Row 31");
});

test("pressed twice, it asks once", async () => {
  await show();
  const element = button().element() as HTMLElement;
  element.click();
  element.click();
  expect(asked).toHaveBeenCalledOnce();
});

test("a failure is said in place, and Retry asks again", async () => {
  asked.mockResolvedValueOnce();
  const become = await show();
  await button().click();
  await become({ isLoading: true });
  await become({ hasFailed: true });
  await expect.element(page.getByRole("alert")).toHaveTextContent("Something went wrong");
  await expect.element(page.getByRole("button", { name: "Retry" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  expect(asked).toHaveBeenCalledTimes(2);
  await become({ hasFailed: true, isLoading: true });
  await become({ count: 50 });
  expect(focused()).toBe("Row 31");
});

test("rows that come unasked leave the focus alone", async () => {
  const become = await show();
  await become({ count: 50 });
  expect(document.activeElement).toBe(document.body);
});
