import type { ComponentProps } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Breadcrumb } from "./breadcrumb.tsx";
import { rightToLeft } from "../../../testing/languages.ts";

type Items = ComponentProps<typeof Breadcrumb>["items"];
const users: Items = [
  { label: "Manager", to: "/manager" },
  { label: "Users", to: "/manager/users" },
];
const deep: Items = [
  ...users,
  { label: "Readers", to: "/manager/users" },
  { label: "Emma", to: "/manager/users" },
  { label: "Update" },
];
const longText = [...users, { label: "And so it went on, and on, ".repeat(7) }];

const links = () =>
  [...document.querySelectorAll("nav a")]
    .filter((link) => link.checkVisibility())
    .map((link) => link.textContent);

test("the last item is the current page, and no link", async () => {
  await renderComponent(<Breadcrumb items={[...users, { label: "Emma" }]} />);
  expect(links()).toEqual(["Manager", "Users"]);
  const current = document.querySelectorAll("[aria-current]");
  expect([...current].map(({ textContent }) => textContent)).toEqual(["Emma"]);
});

test("on a phone the middle is folded, and a key unfolds it and goes on from there", async () => {
  await page.viewport(390, 800);
  await renderComponent(<Breadcrumb items={deep} />);
  expect(links()).toEqual(["Manager", "Emma"]);
  await userEvent.tab();
  await userEvent.tab();
  await userEvent.keyboard("{Enter}");
  await expect.poll(links).toEqual(["Manager", "Users", "Readers", "Emma"]);
  expect(document.activeElement?.textContent).toBe("Users");
});

test("on a desk nothing is folded", async () => {
  await page.viewport(1280, 800);
  await renderComponent(<Breadcrumb items={deep} />);
  expect(links()).toEqual(["Manager", "Users", "Readers", "Emma"]);
  await expect.element(page.getByRole("button")).not.toBeInTheDocument();
});

test("on the narrowest phone it ends where its place ends", async () => {
  await page.viewport(320, 800);
  const { container } = await renderComponent(
    <div style={{ inlineSize: 170 }}>
      <Breadcrumb
        items={[
          ...users,
          { label: "Twenty Thousand Leagues Under the Sea", to: "/manager/users" },
          { label: "Update" },
        ]}
      />
    </div>,
  );
  const end = container.querySelector("nav")?.getBoundingClientRect().right ?? 0;
  for (const item of container.querySelectorAll("li")) {
    expect(item.getBoundingClientRect().right).toBeLessThanOrEqual(end + 1);
  }
});

test("without a place there is no breadcrumb", async () => {
  const { container } = await renderComponent(<Breadcrumb items={[]} />);
  expect(container.textContent).toBe("");
});

test("long labels are truncated, so that the links fit on one line", async () => {
  await page.viewport(320, 800);
  const { container } = await renderComponent(<Breadcrumb items={longText} />);
  expect(container.querySelector("nav")?.clientHeight).toBeLessThan(50);
  for (const link of container.querySelectorAll("a bdi")) {
    expect(link.scrollWidth).toBeLessThanOrEqual(link.clientWidth);
  }
});

test("a long title in another direction loses its end, not its beginning", async () => {
  await page.viewport(320, 800);
  await renderComponent(<Breadcrumb items={longText} />, rightToLeft);
  const current = document.querySelector<HTMLElement>("[aria-current]");
  expect(current?.scrollWidth).toBeGreaterThan(current?.clientWidth ?? 0);
  expect(current && getComputedStyle(current).direction).toBe("ltr");
});
