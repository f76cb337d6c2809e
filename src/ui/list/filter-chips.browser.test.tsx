import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { FilterChips } from "./filter-chips.tsx";
import { listSearch } from "./list-search.ts";

const search = listSearch({ filters: { shelf: () => true } });

/** A page with as many shelves; the later ones hold more. */
async function open(
  count: number,
  { path = "/", language = "en" }: { path?: string; language?: "en" | "ar" } = {},
) {
  const choices = Array.from({ length: count }, (_, index) => ({
    value: String(index + 1),
    label: `Shelf ${index + 1}`,
    count: index,
  }));
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    ...search,
    component: () => (
      <FilterChips
        label="Shelf"
        name="shelf"
        value={(route.useSearch() as { shelf?: string }).shelf}
        choices={[{ label: "All shelves" }, ...choices]}
      />
    ),
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [path] }),
  });
  await renderComponent(<RouterProvider router={router as never} />, language);
  await chips().findElement();
  return router;
}

const chips = () => page.getByRole("list", { name: "Shelf" });
const labels = () =>
  [...chips().element().querySelectorAll("li > a, li > button")].map((chip) => chip.textContent);
const more = () => page.getByRole("button", { name: /more$/ });
const dialog = () => page.getByRole("dialog", { name: "Shelf" });
const shelf = (number: number) => dialog().getByRole("link", { name: `Shelf ${number}`, exact: true });

beforeEach(() => page.viewport(1280, 800));

test("a few choices stand on the page, all of them", async () => {
  await open(20);
  expect(labels()).toHaveLength(21);
  await expect.element(more()).not.toBeInTheDocument();
});

test("of many, those that let most through stand there, and the chosen one, in their order", async () => {
  await open(500, { path: '/?shelf="7"' });
  expect(labels()).toEqual([
    "All shelves",
    "Shelf 7",
    ...[491, 492, 493, 494, 495, 496, 497, 498, 499, 500].map((number) => `Shelf ${number}`),
    "489 more",
  ]);
  await expect
    .element(page.getByRole("link", { name: "Shelf 7", exact: true }))
    .toHaveAttribute("aria-current", "true");
});

test("the others are searched for and chosen by keyboard, and the focus comes back", async () => {
  const router = await open(500);
  (more().element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog().getByRole("searchbox")).toHaveFocus();
  await userEvent.keyboard("SHELF 123");
  await expect.element(shelf(124)).not.toBeInTheDocument();
  await userEvent.keyboard("{Tab}{Tab}");
  await expect.element(shelf(123)).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({ shelf: "123" });
  expect(labels()).toContain("Shelf 123");
  await expect.element(more()).toHaveFocus();
});

test("what nothing is called is said", async () => {
  await open(21);
  await more().click();
  await dialog().getByRole("searchbox").fill("Drawer");
  await expect.element(dialog().getByText("No results found")).toBeVisible();
});

test.each(["en", "ar"] as const)("on a phone the chosen one is in sight, in %s", async (language) => {
  await page.viewport(390, 800);
  await open(20, { path: '/?shelf="11"', language });
  await expect
    .element(page.getByRole("link", { name: "Shelf 11", exact: true }))
    .toBeInViewport({ ratio: 1 });
});
