import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Button } from "../controls/button.tsx";
import { Dialog } from "./dialog.tsx";

type DialogProps = React.ComponentProps<typeof Dialog>;

const dialog = () => page.getByRole("dialog", { name: "Chapters" });
const box = () => dialog().element().getBoundingClientRect();
const focused = () => document.activeElement;

/** A button that opens a dialog. The dialog closes only if `mayClose` returns true. */
function Example({ mayClose = () => true, ...props }: Partial<DialogProps> & { mayClose?: () => boolean }) {
  const [isOpen, setOpen] = useState(props.isOpen ?? false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <div style={{ height: "200vh" }} />
      <Dialog title="Chapters" {...props} isOpen={isOpen} onClose={() => mayClose() && setOpen(false)} />
    </>
  );
}

const fields = (count: number) =>
  Array.from({ length: count }, (_, index) => (
    <p key={index} style={{ paddingBlock: 20 }}>
      <input aria-label={`Chapter ${index + 1}`} />
    </p>
  ));

async function open(props: React.ComponentProps<typeof Example> = {}) {
  const rendered = await renderComponent(<Example {...props} />);
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(dialog()).toBeVisible();
  await animationsEnd();
  return rendered;
}

/** Waits for the end of all animations. */
async function animationsEnd() {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
}

async function expectClosed() {
  await expect.element(dialog()).not.toBeInTheDocument();
}

beforeEach(() => page.viewport(1024, 800));
afterEach(() => cdp().send("Emulation.setEmulatedMedia", { features: [] }));

test("it is a drawer at the bottom of narrow screens, and centered on wide ones", async () => {
  await page.viewport(640, 800);
  await open({ children: fields(1) });
  expect([box().x, box().width, box().bottom]).toEqual([0, 640, 800]);
  await page.viewport(641, 800);
  expect(box().width).toBeLessThan(600);
  expect(Math.abs(box().top + box().height / 2 - 400)).toBeLessThan(2);
  expect(Math.abs(box().left + box().width / 2 - 641 / 2)).toBeLessThan(2);
  expect(dialog().element().matches(":modal")).toBe(true);
});

test("the title is its name, and the description is its description", async () => {
  await open({ description: "In their order" });
  await expect.element(dialog()).toHaveAccessibleDescription("In their order");
});

test("the first focus is on the first field", async () => {
  await open({ children: fields(2) });
  expect(focused()?.ariaLabel).toBe("Chapter 1");
});

test("the first focus is on the element with autoFocus", async () => {
  await open({ children: fields(1), footer: <Button autoFocus>Cancel</Button> });
  expect(focused()?.textContent).toBe("Cancel");
});

test("without a field the dialog itself has the first focus, and Tab moves into it", async () => {
  await open({ children: <p>Text</p> });
  expect(focused()).toBe(dialog().element());
  await userEvent.keyboard("{Tab}");
  expect(focused()?.ariaLabel).toBe("Close");
});

test("closing restores the focus and resets the content", async () => {
  await open({ children: fields(1) });
  await userEvent.keyboard("Once");
  await page.getByRole("button", { name: "Close" }).click();
  await expectClosed();
  expect(focused()?.textContent).toBe("Open");
  await expect.poll(() => document.querySelector("input")).toBeNull();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Chapter 1")).toHaveValue("");
});

test("leaving the screen closes the dialog and restores the focus", async () => {
  const opener = document.body.appendChild(document.createElement("button"));
  opener.focus();
  const { unmount } = await renderComponent(<Dialog isOpen title="Chapters" onClose={() => {}} />);
  await expect.element(dialog()).toBeVisible();
  await unmount();
  expect(focused()).toBe(opener);
  opener.remove();
});

test.for([
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["a click beside it", () => userEvent.click(document.documentElement, { position: { x: 5, y: 400 } })],
  ["its close button", () => page.getByRole("button", { name: "Close" }).click()],
] as const)("%s asks to close it, and who has to keep it may", async ([, ask]) => {
  const mayClose = vi.fn(() => false);
  await open({ mayClose, children: fields(1) });
  // Browsers force it to close when the user presses Escape repeatedly.
  for (const times of [1, 2, 3, 4]) {
    await ask();
    await expect.poll(() => mayClose.mock.calls.length).toBe(times);
    await expect.poll(() => dialog().element().matches(":modal")).toBe(true);
  }
  mayClose.mockReturnValue(true);
  await ask();
  await expectClosed();
  expect(mayClose).toHaveBeenCalledTimes(5);
});

test("a click inside, or one that only ends outside, does not close it", async () => {
  const mayClose = vi.fn(() => true);
  await open({ mayClose, children: <p>Some text to mark</p> });
  const from = box();
  await mouse("mousePressed", from.x + 50, from.y + 70);
  await mouse("mouseMoved", 5, 400);
  await mouse("mouseReleased", 5, 400);
  await page.getByText("Some text to mark").click();
  expect(mayClose).not.toHaveBeenCalled();
});

test("canceling a file input does not close it", async () => {
  const mayClose = vi.fn(() => true);
  await open({ mayClose, children: <input type="file" aria-label="Cover" /> });
  document.querySelector("input")?.dispatchEvent(new Event("cancel", { bubbles: true, cancelable: true }));
  expect(mayClose).not.toHaveBeenCalled();
});

test("the page behind does not scroll; the content scrolls between title and buttons", async () => {
  await open({ children: fields(40), footer: <Button>Save</Button> });
  expect(getComputedStyle(document.documentElement).overflow).toBe("hidden");
  await userEvent.wheel(dialog(), { delta: { y: 400 } });
  await expect.poll(() => document.querySelector(".dialog-body")?.scrollTop).toBeGreaterThan(0);
  expect(window.scrollY).toBe(0);
  await expect.element(page.getByRole("heading", { name: "Chapters" })).toBeInViewport({ ratio: 1 });
  await expect.element(page.getByRole("button", { name: "Save" })).toBeInViewport({ ratio: 1 });
});

test("a field focused with the keyboard is not covered by the buttons", async () => {
  await page.viewport(390, 500);
  await open({ children: fields(20), footer: <Button>Save</Button> });
  const footer = document.querySelector(".dialog-footer");
  for (let step = 0; step < 10; step += 1) {
    await userEvent.keyboard("{Tab}");
    expect(focused()?.getBoundingClientRect().bottom).toBeLessThanOrEqual(
      footer?.getBoundingClientRect().top ?? 0,
    );
  }
});

test("an on-screen keyboard moves the drawer up, and the focused field stays visible", async () => {
  await page.viewport(390, 800);
  await open({ children: fields(20), footer: <Button>Save</Button> });
  await page.getByLabelText("Chapter 9").click();
  const height = vi.spyOn(window.visualViewport as VisualViewport, "height", "get").mockReturnValue(450);
  window.visualViewport?.dispatchEvent(new Event("resize"));
  await expect.poll(() => box().bottom).toBe(450);
  expect(focused()?.ariaLabel).toBe("Chapter 9");
  expect(focused()?.getBoundingClientRect().bottom).toBeLessThan(450);
  height.mockRestore();
  window.visualViewport?.dispatchEvent(new Event("resize"));
  await expect.poll(() => box().bottom).toBe(800);
});

test("Escape closes only the inner of two dialogs, and focuses the outer one", async () => {
  await open({
    children: (
      <>
        {fields(1)}
        <Inner />
      </>
    ),
  });
  await page.getByRole("button", { name: "More" }).click();
  const inner = page.getByRole("dialog", { name: "Inner" });
  await expect.element(inner).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(inner).not.toBeInTheDocument();
  await expect.element(dialog()).toBeVisible();
  expect(focused()?.textContent).toBe("More");
  await userEvent.keyboard("{Escape}");
  await expectClosed();
});

function Inner() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>More</Button>
      <Dialog title="Inner" isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}

test("a dialog that is open on the server opens on hydration", async () => {
  const i18n = await loadI18n("en");
  const part = (
    <TestProviders i18n={i18n}>
      <Example isOpen>{fields(1)}</Example>
    </TestProviders>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(part);
  const problem = vi.fn();
  const root = hydrateRoot(container, part, { onRecoverableError: problem });
  await expect.element(dialog()).toBeVisible();
  expect(focused()?.ariaLabel).toBe("Chapter 1");
  expect(problem).not.toHaveBeenCalled();
  root.unmount();
  container.remove();
});

test.for(["no-preference", "reduce"])("it comes and goes, with movement (%s) or without", async (value) => {
  await cdp().send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-reduced-motion", value }] });
  await renderComponent(<Example>{fields(1)}</Example>);
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(page.getByLabelText("Chapter 1")).toBeVisible();
  const moves = document.getAnimations().length > 0;
  expect(moves).toBe(value === "no-preference");
  await userEvent.keyboard("{Escape}");
  await expectClosed();
  await expect.poll(() => document.querySelector("input")).toBeNull();
});

/* A finger on the screen, at places within this page and at times in seconds. */

type Point = { x: number; y: number };

async function touch(type: "touchStart" | "touchMove" | "touchEnd", timestamp: number, point?: Point) {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };
  const touchPoints = point ? [{ x: frame.x + point.x, y: frame.y + point.y }] : [];
  await cdp().send("Input.dispatchTouchEvent", { type, touchPoints, timestamp });
}

async function mouse(type: "mousePressed" | "mouseMoved" | "mouseReleased", x: number, y: number) {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 };
  await cdp().send("Input.dispatchMouseEvent", {
    type,
    x: frame.x + x,
    y: frame.y + y,
    button: "left",
    buttons: 1,
    clickCount: 1,
  });
}

/** Drags downwards for half a second, and releases after another half. */
async function dragDown({ x, y }: Point, distance: number) {
  const now = Date.now() / 1_000;
  await touch("touchStart", now, { x, y });
  for (let step = 1; step <= 10; step += 1) {
    await touch("touchMove", now + step / 20, { x, y: y + (distance * step) / 10 });
  }
  return (seconds: number) => touch("touchEnd", now + 0.5 + seconds);
}

async function openDrawer(mayClose = () => true) {
  await page.viewport(390, 800);
  await open({ mayClose, children: fields(20) });
  const { x, width, top, height } = box();
  return { header: { x: x + width / 2, y: top + 20 }, body: { x: x + width / 2, y: top + 300 }, height };
}

test("a drawer follows the finger, and closes when it is dragged far enough", async () => {
  const { header, height } = await openDrawer();
  const { top } = box();
  const letGo = await dragDown(header, height / 2);
  await expect.poll(() => Math.abs(box().top - top - height / 2)).toBeLessThan(2);
  await letGo(1);
  await expectClosed();
});

test("a drawer that is dragged a little springs back", async () => {
  const mayClose = vi.fn(() => true);
  const { header } = await openDrawer(mayClose);
  const { top } = box();
  const letGo = await dragDown(header, 60);
  await expect.poll(() => box().top).toBeGreaterThan(top);
  await letGo(1);
  await expect.poll(() => box().top).toBe(top);
  expect(mayClose).not.toHaveBeenCalled();
});

test("a flicked drawer closes, even after a short distance", async () => {
  const { header } = await openDrawer();
  const now = Date.now() / 1_000;
  await touch("touchStart", now, header);
  await touch("touchMove", now + 0.02, { x: header.x, y: header.y + 30 });
  await touch("touchMove", now + 0.04, { x: header.x, y: header.y + 60 });
  await touch("touchEnd", now + 0.05);
  await expectClosed();
});

test("a drawer that must not close springs back", async () => {
  const mayClose = vi.fn(() => false);
  const { header, height } = await openDrawer(mayClose);
  const { top } = box();
  const letGo = await dragDown(header, height / 2);
  await letGo(0);
  await expect.poll(() => mayClose.mock.calls.length).toBe(1);
  await expect.poll(() => box().top).toBe(top);
});

test("a mouse also drags a drawer, but not a centered dialog", async () => {
  const { header, height } = await openDrawer();
  await mouse("mousePressed", header.x, header.y);
  await mouse("mouseMoved", header.x, header.y + height / 2);
  await mouse("mouseReleased", header.x, header.y + height / 2);
  await expectClosed();

  await page.viewport(1024, 800);
  await page.getByRole("button", { name: "Open" }).click();
  await animationsEnd();
  const { x, top } = box();
  await mouse("mousePressed", x + 20, top + 20);
  await mouse("mouseMoved", x + 20, top + 300);
  expect(box().top).toBe(top);
  await mouse("mouseReleased", x + 20, top + 300);
});

test("a finger on the content scrolls it", async () => {
  const { body } = await openDrawer();
  const { top } = box();
  const letGo = await dragDown(body, -150);
  await letGo(1);
  await expect.poll(() => document.querySelector(".dialog-body")?.scrollTop).toBeGreaterThan(50);
  expect(box().top).toBe(top);
});
