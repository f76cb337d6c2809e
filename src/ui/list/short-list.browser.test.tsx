import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { ShortList } from "./short-list.tsx";

const show = (count: number, props = {}) =>
  renderComponent(
    <ShortList
      label="Numbers"
      items={Array.from({ length: count }, (_, n) => n)}
      header={<p>Filters</p>}
      {...props}
    >
      {(n) => <li key={n}>{n}</li>}
    </ShortList>,
  );
const items = () => page.getByRole("listitem").elements();
const button = () => page.getByRole("button");

test("a long list shows three items, and all with their filters on request", async () => {
  await show(12);
  expect(items()).toHaveLength(3);
  await expect.element(page.getByText("Filters")).not.toBeInTheDocument();
  await expect.element(button()).toHaveAttribute("aria-expanded", "false");
  await page.getByRole("button", { name: "Show all (12)" }).click();
  expect(items()).toHaveLength(12);
  await expect.element(page.getByText("Filters")).toBeVisible();
  await page.getByRole("button", { name: "Show fewer" }).click();
  expect(items()).toHaveLength(3);
});

test("a list with one item more shows it, and one that is filtered shows all", async () => {
  await show(4);
  expect(items()).toHaveLength(4);
  await expect.element(button()).not.toBeInTheDocument();
  await show(5, { label: "Others", startsExpanded: true });
  expect(page.getByRole("list", { name: "Others" }).getByRole("listitem").elements()).toHaveLength(5);
});
