import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { searchParameters } from "#lib/search-parameters.ts";
import axe from "axe-core";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import "#ui/styles/app.css";
import { choiceFilter, flagFilter, listSearch } from "#ui/list/list-search.ts";
import { renderComponent } from "../../../../testing/render.tsx";
import { FilterMenu, FlagFilter } from "./filter-menu.tsx";
import type { Language } from "#i18n/languages.ts";
import { directions } from "../../../../testing/languages.ts";

const roles = ["admin", "user"] as const;
const search = listSearch({ filters: { role: choiceFilter(roles), banned: flagFilter } });

/** A list with a filter by role and one by yes or no. */
async function open(path: string, language?: Language) {
  const rootRoute = createRootRoute();
  const route = createRoute({
    getParentRoute: () => rootRoute,
    path: "/",
    ...search,
    component: function Filters() {
      const { role, banned } = route.useSearch() as ReturnType<typeof search.validateSearch>;
      const choices = roles.map((value) => ({ value, label: value }));
      return (
        <main>
          <FilterMenu label="Role" name="role" value={role} choices={choices} />
          <FlagFilter label="Banned" name="banned" value={banned} />
        </main>
      );
    },
  });
  const router = createRouter({
    routeTree: rootRoute.addChildren([route]),
    history: createMemoryHistory({ initialEntries: [path] }),
    ...searchParameters,
  });
  await renderComponent(<RouterProvider router={router as never} />, language);
  return router;
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const choice = (name: string) => page.getByRole("menuitemradio", { name, exact: true });

test("a choice filters the list by the URL, and its button says which", async () => {
  const router = await open("/?selected=a");
  await button("Role").click();
  await choice("admin").click();
  await expect.element(button("Role: admin")).toBeVisible();
  expect(router.state.location.href).toBe("/?role=admin");

  await button("Role: admin").click();
  await expect.element(choice("admin")).toHaveAttribute("aria-checked", "true");
  await choice("Any").click();
  await expect.element(button("Role")).toBeVisible();
  expect(router.state.location.href).toBe("/");
});

test("the current choice looks like the others, with a check mark", async () => {
  await open("/");
  await button("Role").click();
  const boxOf = (name: string) => {
    const { padding, display } = getComputedStyle(choice(name).element());
    return { padding, display };
  };
  await expect.element(choice("Any")).toHaveAttribute("aria-checked", "true");
  expect(boxOf("Any")).toEqual(boxOf("admin"));
});

test("yes and no are true and false in the URL, by keyboard alone", async () => {
  const router = await open("/?role=user");
  await userEvent.keyboard("{Tab}{Tab}{Enter}");
  await expect.element(choice("Any")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}{ArrowDown}{Enter}");
  await expect.element(button("Banned: No")).toBeVisible();
  expect(router.state.location.href).toBe("/?role=user&banned=false");
});

test("a filter in the URL is current at once", async () => {
  await open("/?banned=true&role=owner");
  await expect.element(button("Banned: Yes")).toBeVisible();
  await expect.element(button("Role")).toBeVisible();
});

test.each(directions)("axe finds nothing in an open menu (%s)", async (language) => {
  document.title = "A part";
  await open("/?role=admin", language);
  await page.getByRole("button").first().click();
  await expect.element(choice("admin")).toBeVisible();
  // While the menu fades in, contrasts are lower.
  await expect.poll(() => document.getAnimations()).toEqual([]);
  const { violations } = await axe.run(document.body, {
    rules: { "page-has-heading-one": { enabled: false } },
  });
  expect(violations.map(({ id }) => id)).toEqual([]);
});
