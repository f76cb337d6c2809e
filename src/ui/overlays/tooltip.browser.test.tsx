import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Button } from "../controls/button.tsx";
import { Dialog } from "./dialog.tsx";
import { Tooltip } from "./tooltip.tsx";
import { rightToLeft } from "../../../testing/languages.ts";

const button = () => page.getByRole("button", { name: "Publish" });
const tooltip = () => page.getByRole("tooltip");

async function renderButton(props: Partial<React.ComponentProps<typeof Tooltip>> = {}) {
  await renderComponent(
    <div style={{ padding: 100 }}>
      <Tooltip text="Everyone sees it" {...props}>
        <Button>Publish</Button>
      </Tooltip>
    </div>,
  );
}

beforeEach(() => page.viewport(800, 600));
afterEach(() => userEvent.unhover(document.body));

test("it is shown above a hovered element after a delay", async () => {
  await renderButton();
  await userEvent.hover(button());
  await expect.element(tooltip()).toHaveTextContent("Everyone sees it");
  expect(tooltip().element().getBoundingClientRect().bottom).toBeLessThanOrEqual(
    button().element().getBoundingClientRect().top,
  );
  await userEvent.hover(document.documentElement, { position: { x: 700, y: 500 } });
  await expect.element(tooltip()).not.toBeInTheDocument();
});

test("a pointer that only passes by shows nothing", async () => {
  await renderButton();
  vi.useFakeTimers();
  button()
    .element()
    .dispatchEvent(new PointerEvent("pointerover", { bubbles: true, pointerType: "mouse" }));
  vi.advanceTimersByTime(399);
  expect(document.querySelector(".tooltip:popover-open")).toBeNull();
  button()
    .element()
    .dispatchEvent(new PointerEvent("pointerout", { bubbles: true, pointerType: "mouse" }));
  vi.advanceTimersByTime(10_000);
  expect(document.querySelector(".tooltip:popover-open")).toBeNull();
  vi.useRealTimers();
});

test("it stays while it is hovered itself", async () => {
  await renderButton();
  await userEvent.hover(button());
  await expect.element(tooltip()).toBeVisible();
  await userEvent.hover(tooltip().getByText("Everyone sees it"));
  await expect.element(tooltip()).toBeVisible();
});

test("it is shown at once on keyboard focus, and hidden on blur", async () => {
  await renderButton();
  await userEvent.tab();
  await expect.element(tooltip()).toBeVisible();
  await expect.element(button()).toHaveAccessibleDescription("Everyone sees it");
  await userEvent.tab();
  await expect.element(tooltip()).not.toBeInTheDocument();
});

test("Escape hides only the tooltip", async () => {
  const onClose = vi.fn();
  await renderComponent(
    <Dialog isOpen title="Book" onClose={onClose}>
      <Tooltip text="Everyone sees it">
        <Button autoFocus>Publish</Button>
      </Tooltip>
    </Dialog>,
  );
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{Tab}");
  await expect.element(tooltip()).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(tooltip()).not.toBeInTheDocument();
  expect(document.activeElement?.textContent).toBe("Publish");
  expect(onClose).not.toHaveBeenCalled();
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => onClose.mock.calls.length).toBe(1);
});

test("touch shows none", async () => {
  await renderButton();
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };
  const { x, y } = button().element().getBoundingClientRect();
  const point = { x: frame.x + x + 10, y: frame.y + y + 10 };
  vi.useFakeTimers();
  await cdp().send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [point] });
  vi.advanceTimersByTime(10_000);
  expect(document.querySelector(".tooltip:popover-open")).toBeNull();
  await cdp().send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  vi.advanceTimersByTime(10_000);
  vi.useRealTimers();
  await expect.element(tooltip()).not.toBeInTheDocument();
});

test("a text that repeats the name is not announced twice", async () => {
  await renderButton({ text: "Publish", repeatsLabel: true });
  await expect.element(button()).not.toHaveAttribute("aria-describedby");
});

test("at the top edge it is shown below, and at the sides it stays on the screen", async () => {
  await page.viewport(320, 400);
  await renderComponent(
    <Tooltip text="A longer explanation that needs several lines on so small a screen as this">
      <Button>Publish</Button>
    </Tooltip>,
    rightToLeft,
  );
  await userEvent.tab();
  await expect.element(tooltip()).toBeVisible();
  const box = tooltip().element().getBoundingClientRect();
  expect(box.top).toBeGreaterThanOrEqual(button().element().getBoundingClientRect().bottom);
  expect(box.left).toBeGreaterThanOrEqual(0);
  expect(box.right).toBeLessThanOrEqual(320);
});
