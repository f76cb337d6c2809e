import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { searchParameters } from "#lib/search-parameters.ts";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { FilterChips } from "./filter-chips.tsx";
import { listSearch } from "./list-search.ts";
import type { Language } from "#i18n/languages.ts";
import { directions } from "../../../testing/languages.ts";

const search = listSearch({ filters: { category: (text: string) => text } });

/** Renders a filter with `count` choices. Later ones match more rows. */
async function open(
  count: number,
  { path = "/", language = "en" }: { path?: string; language?: Language } = {},
) {
  const choices = Array.from({ length: count }, (_, index) => ({
    value: String(index + 1),
    label: `Category ${index + 1}`,
    count: index,
  }));
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    ...search,
    component: () => (
      <FilterChips
        label="Category"
        name="category"
        value={(route.useSearch() as { category?: string }).category}
        choices={[{ label: "All categories" }, ...choices]}
      />
    ),
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [path] }),
    ...searchParameters,
  });
  await renderComponent(<RouterProvider router={router as never} />, language);
  await chips().findElement();
  return router;
}

const chips = () => page.getByRole("list", { name: "Category" });
const labels = () => [...chips().element().querySelectorAll("a")].map((chip) => chip.textContent);
const more = () => page.getByRole("button", { name: /more$/ });
const dialog = () => page.getByRole("dialog", { name: "Category" });
const choice = (number: number) => dialog().getByRole("link", { name: `Category ${number}`, exact: true });

beforeEach(() => page.viewport(1280, 800));

test("a few choices are all on the page", async () => {
  await open(8);
  expect(labels()).toHaveLength(9);
  await expect.element(more()).not.toBeInTheDocument();
});

test("of many choices, the page shows the most frequent ones and the current one, in their order", async () => {
  await open(500, { path: "/?category=7" });
  expect(labels()).toEqual([
    "All categories",
    "Category 7",
    ...[493, 494, 495, 496, 497, 498, 499, 500].map((number) => `Category ${number}`),
  ]);
  await expect.element(more()).toHaveTextContent("491 more");
  await expect
    .element(page.getByRole("link", { name: "Category 7", exact: true }))
    .toHaveAttribute("aria-current", "true");
});

test("the dialog is searched with the keyboard and returns the focus", async () => {
  const router = await open(500);
  (more().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByRole("searchbox")).toHaveFocus();
  await userEvent.keyboard("CATEGORY 123");
  await expect.element(choice(124)).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(choice(123)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ category: "123" });
  expect(labels()).toContain("Category 123");
  await expect.element(more()).toHaveFocus();
});

test("the dialog says when nothing matches", async () => {
  await open(21);
  await more().click();
  await dialog().getByRole("searchbox").fill("Unknown");
  await expect.element(dialog().getByText("No results found")).toBeVisible();
});

test.each(directions)("on narrow screens the current choice is scrolled into view (%s)", async (language) => {
  await page.viewport(390, 800);
  await open(20, { path: "/?category=11", language });
  await expect
    .element(page.getByRole("link", { name: "Category 11", exact: true }))
    .toBeInViewport({ ratio: 1 });
});
