import { composeStories } from "@storybook/react-vite";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import * as stories from "./list-shortcuts.stories.tsx";

const { Closed } = composeStories(stories);
const edited = vi.fn<(row: number) => void>();
const deleted = vi.fn<(row: number) => void>();
const focused = () => document.activeElement?.textContent;
const search = () => page.getByRole("searchbox");
const sheet = () => page.getByRole("dialog", { name: "Keyboard shortcuts" });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await renderComponent(<Closed onEdit={edited} onDelete={deleted} />);
});
afterEach(() => {
  localStorage.clear();
  edited.mockReset();
  deleted.mockReset();
});

test("/ searches, and the arrows go from there into the rows and along them, to the ends", async () => {
  await userEvent.keyboard("/");
  await expect.element(search()).toHaveFocus();
  await expect.element(search()).toHaveValue("");
  await userEvent.keyboard("{ArrowDown}");
  expect(focused()).toBe("Apple 1");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowUp}");
  expect(focused()).toBe("Baobab 1");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
  expect(focused()).toBe("Dog rose 1");
});

test("from the page and its heading the down arrow leads into the rows, from elsewhere it does not", async () => {
  await userEvent.keyboard("{ArrowDown}");
  expect(focused()).toBe("Apple 1");
  document.querySelector("h1")?.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(focused()).toBe("Apple 1");
  const button = page.getByRole("button", { name: "Keyboard shortcuts" });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(button).toHaveFocus();
});

test("from a box the arrows lead to the next box", async () => {
  const boxes = page.getByRole("checkbox");
  (boxes.nth(1).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(boxes.nth(2)).toHaveFocus();
});

test("E and Delete are about the row that has the focus, and about none without it", async () => {
  await userEvent.keyboard("e{Delete}");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}e{Delete}");
  expect(edited.mock.calls).toEqual([[1]]);
  expect(deleted.mock.calls).toEqual([[1]]);
});

test("what is typed into the search is a text", async () => {
  await userEvent.type(search(), "e/?{Delete}");
  await expect.element(search()).toHaveValue("e/?");
  expect(edited).not.toHaveBeenCalled();
  await expect.element(sheet()).not.toBeInTheDocument();
});

test("? shows the keys, none of which works behind the sheet", async () => {
  await userEvent.keyboard("{ArrowDown}?");
  await expect.element(sheet()).toBeVisible();
  await userEvent.keyboard("e/{ArrowDown}");
  expect(edited).not.toHaveBeenCalled();
  await expect.element(search()).not.toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet()).not.toBeInTheDocument();
  await expect.poll(focused).toBe("Apple 1");
});

test("who turns them off is not moved by a single character any more", async () => {
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(sheet()).not.toBeInTheDocument();
  await userEvent.keyboard("?/");
  await expect.element(search()).not.toHaveFocus();
  await expect.element(sheet()).not.toBeInTheDocument();
});
