import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { PlantList } from "./fixtures/plant-list.tsx";

const edited = vi.fn<(row: number) => void>();
const deleted = vi.fn<(row: number) => void>();
const focused = () => document.activeElement?.textContent;
const search = () => page.getByRole("searchbox");
const dialog = () => page.getByRole("dialog", { name: "Keyboard shortcuts" });

beforeEach(async () => {
  await page.viewport(1280, 800);
  await renderComponent(<PlantList onEdit={edited} onDelete={deleted} />);
});
afterEach(() => {
  localStorage.clear();
  edited.mockReset();
  deleted.mockReset();
});

test("/ focuses the search, and the arrow keys move from there to the rows and between them", async () => {
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

test("the down arrow moves to the rows from the page or its heading, but not from other controls", async () => {
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

test("the arrow keys move between checkboxes", async () => {
  const checkboxes = page.getByRole("checkbox");
  (checkboxes.nth(1).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(checkboxes.nth(2)).toHaveFocus();
});

test("E and Delete act on the focused row only", async () => {
  await userEvent.keyboard("e{Delete}");
  await userEvent.keyboard("{ArrowDown}{ArrowDown}e{Delete}");
  expect(edited.mock.calls).toEqual([[1]]);
  expect(deleted.mock.calls).toEqual([[1]]);
});

test("typing in the search triggers no shortcut", async () => {
  await userEvent.type(search(), "e/?{Delete}");
  await expect.element(search()).toHaveValue("e/?");
  expect(edited).not.toHaveBeenCalled();
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("? shows the shortcuts, which do not work behind the dialog", async () => {
  await userEvent.keyboard("{ArrowDown}?");
  await expect.element(dialog()).toBeVisible();
  await userEvent.keyboard("e/{ArrowDown}");
  expect(edited).not.toHaveBeenCalled();
  await expect.element(search()).not.toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.poll(focused).toBe("Apple 1");
});

test("single-key shortcuts can be turned off", async () => {
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("checkbox", { name: "Single-key shortcuts" }).click();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await userEvent.keyboard("?/");
  await expect.element(search()).not.toHaveFocus();
  await expect.element(dialog()).not.toBeInTheDocument();
});
