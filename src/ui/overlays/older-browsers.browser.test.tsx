import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { MenuItem } from "./menu-item.tsx";
import { Menu } from "./menu.tsx";
import { supportOlderBrowsers } from "./older-browsers.ts";

beforeAll(() => {
  vi.spyOn(CSS, "supports").mockReturnValue(false);
  supportOlderBrowsers();
  vi.restoreAllMocks();
});

beforeEach(() => page.viewport(1024, 800));

test.for([
  ["below a button at the top", { top: 10, left: 10 }, { top: "bottom", left: "left" }],
  ["above a button at the bottom", { bottom: 10, right: 10 }, { bottom: "top", right: "right" }],
] as const)("without anchor positioning, a menu opens %s", async ([, position, edges]) => {
  await renderComponent(
    <div style={{ position: "fixed", ...position }}>
      <Menu label="More" trigger="More">
        <MenuItem>Print</MenuItem>
      </Menu>
    </div>,
  );
  document.querySelector<HTMLElement>(".popover")?.style.setProperty("position-area", "none");
  const button = page.getByRole("button", { name: "More" });
  await button.click();
  await expect.element(page.getByRole("menuitem", { name: "Print" })).toBeVisible();
  const panel = page.getByRole("menu").element();
  await Promise.all(panel.getAnimations().map(({ finished }) => finished));
  const menu = panel.getBoundingClientRect();
  const anchor = button.element().getBoundingClientRect();
  for (const [edge, anchorEdge] of Object.entries(edges) as ["top", "bottom"][]) {
    expect(Math.abs(menu[edge] - anchor[anchorEdge])).toBeLessThan(5);
  }
});
