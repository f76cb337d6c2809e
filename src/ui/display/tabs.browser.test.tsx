import { composeStories } from "@storybook/react-vite";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import * as stories from "./tabs.stories.tsx";

const { First, MoreThanFit } = composeStories(stories);

const selected = () => document.querySelector('[role=tab][aria-selected="true"]')?.textContent;
const press = async (...keys: string[]) => {
  const seen: unknown[] = [];
  for (const key of keys) {
    await userEvent.keyboard(`{${key}}`);
    expect(document.activeElement?.textContent).toBe(selected());
    seen.push(selected());
  }
  return seen;
};

test("one tab stop; arrow keys, Home and End select, and wrap around", async () => {
  await renderComponent(<First />);
  await userEvent.tab();
  expect(await press("ArrowRight", "ArrowRight", "ArrowRight")).toEqual(["Note", "Activity", "Details"]);
  expect(await press("ArrowLeft", "Home", "End")).toEqual(["Activity", "Details", "Activity"]);
  await userEvent.tab();
  expect(document.activeElement).toBe(page.getByRole("tabpanel", { name: "Activity" }).element());
});

test("from right to left, the arrow to the left goes on", async () => {
  await renderComponent(<First />, "ar");
  await userEvent.tab();
  expect(await press("ArrowLeft", "ArrowRight", "ArrowRight")).toEqual(["Note", "Details", "Activity"]);
});

test("keys of the browser stay the browser's", async () => {
  await renderComponent(<First />);
  await userEvent.tab();
  await userEvent.keyboard("{Control>}{End}{/Control}");
  expect(selected()).toBe("Details");
});

test("a panel is rendered when it is first shown, and keeps its state", async () => {
  const { container } = await renderComponent(<First />);
  expect(container.querySelector("input")).toBeNull();
  await page.getByRole("tab", { name: "Note" }).click();
  await page.getByRole("textbox").fill("Read again");
  await page.getByRole("tab", { name: "Details" }).click();
  await expect.element(page.getByRole("textbox")).not.toBeInTheDocument();
  await page.getByRole("tab", { name: "Note" }).click();
  await expect.element(page.getByRole("textbox")).toHaveValue("Read again");
});

test.each(["en", "ar"] as const)(
  "the selected one of many tabs is scrolled into view (%s)",
  async (language) => {
    await page.viewport(320, 800);
    const { container } = await renderComponent(<MoreThanFit />, language);
    const list = container.querySelector("[role=tablist]")?.getBoundingClientRect() ?? new DOMRect();
    const inSight = () => {
      const tab = container.querySelector('[aria-selected="true"]')?.getBoundingClientRect() ?? new DOMRect();
      return tab.left > list.left - 1 && tab.right < list.right + 1;
    };
    await expect.poll(inSight).toBe(true);
    await userEvent.tab();
    await userEvent.keyboard("{End}");
    await expect.poll(inSight).toBe(true);
  },
);
