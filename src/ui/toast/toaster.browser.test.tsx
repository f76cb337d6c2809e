import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { cdp, page, userEvent } from "vitest/browser";
import { isolate } from "#i18n/isolate.tsx";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Button } from "../controls/button.tsx";
import { ConfirmForm, openConfirmForm } from "../overlays/confirm-form.tsx";
import { Dialog } from "../overlays/dialog.tsx";
import { toast } from "./toast.ts";
import { Toaster } from "./toaster.tsx";

const status = () => page.getByRole("status");
const alert = () => page.getByRole("alert");
const dismiss = () => page.getByRole("button", { name: "Dismiss" });
const texts = () => [...document.querySelectorAll(".toast")].map(({ textContent }) => textContent);

/** Advances the time. */
function advance(milliseconds: number) {
  vi.advanceTimersByTime(milliseconds);
}

beforeEach(async () => {
  await page.viewport(1024, 800);
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => vi.useRealTimers());

test("the live regions exist before the first toast", async () => {
  await renderComponent(<Toaster />);
  await expect.element(status()).toBeInTheDocument();
  await expect.element(alert()).toBeInTheDocument();
  toast.success("Name updated");
  await expect.element(status()).toHaveTextContent("Name updated");
  toast.error("Failed to update your name");
  await expect.element(alert()).toHaveTextContent("Failed to update your name");
});

const screens = [
  { width: 1024, offset: 16 },
  { width: 640, offset: 8 },
];

test.for(screens)("at $width px it is $offset px from the top, 356 px wide, 14 px apart", async (screen) => {
  const { width, offset } = screen;
  await page.viewport(width, 800);
  await renderComponent(<Toaster initial={[{ text: "Saved" }, { text: "Failed", isError: true }]} />);
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  const [first, second] = [...document.querySelectorAll(".toast")].map((box) => box.getBoundingClientRect());
  expect(first).toMatchObject({ top: offset, width: 356, left: (width - 356) / 2 });
  expect(second?.top).toBe((first?.bottom ?? 0) + 14);
});

test.for(screens)("at $width px a success alone is $offset px from the top", async ({ width, offset }) => {
  await page.viewport(width, 800);
  await renderComponent(<Toaster initial={[{ text: "Saved" }]} />);
  await animationsEnd();
  expect(document.querySelector(".toast")?.getBoundingClientRect().top).toBe(offset);
});

test.for(screens)("at $width px the safe area of the screen is added", async ({ width, offset }) => {
  const setSafeArea = (insets: object) => cdp().send("Emulation.setSafeAreaInsetsOverride", { insets });
  onTestFinished(async () => void (await setSafeArea({})));
  await setSafeArea({ top: 40 });
  await page.viewport(width, 800);
  await renderComponent(<Toaster initial={[{ text: "Saved" }]} />);
  await animationsEnd();
  expect(document.querySelector(".toast")?.getBoundingClientRect().top).toBe(offset + 40);
});

test("on narrow screens it fits the screen, and long words are broken", async () => {
  await page.viewport(320, 600);
  await renderComponent(<Toaster initial={[{ text: "x".repeat(200) }]} />);
  const { left, right } = page.getByText(/^x+$/).element().getBoundingClientRect();
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(320);
});

/** Waits for the end of all animations. */
async function animationsEnd() {
  await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
}

test("it is rendered by the server, does not move on hydration, and disappears after 4 seconds", async () => {
  const i18n = await loadI18n("en");
  const part = (
    <TestProviders i18n={i18n}>
      <Toaster initial={[{ text: `Welcome ${isolate("نادية")}` }]} />
    </TestProviders>
  );
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(part);
  expect(container.innerHTML).toContain("<bdi>نادية</bdi>");
  await animationsEnd();

  const problem = vi.fn();
  const root = hydrateRoot(container, part, { onRecoverableError: problem });
  await expect.poll(() => document.querySelector("section:popover-open")).not.toBeNull();
  expect(document.getAnimations()).toEqual([]);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  advance(2_000);
  await expect.element(status()).toHaveTextContent("Welcome نادية");
  advance(2_000);
  await expect.element(status()).toBeEmptyDOMElement();
  expect(problem).not.toHaveBeenCalled();
  root.unmount();
  container.remove();
});

test("a success stays 4 seconds, an error until it is dismissed", async () => {
  await renderComponent(<Toaster />);
  toast.success("Name updated");
  const dismissError = toast.error("Failed");
  await expect.poll(texts).toEqual(["Failed", "Name updated"]);
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  advance(3_999);
  await expect.poll(texts).toEqual(["Failed", "Name updated"]);
  advance(1);
  await expect.poll(texts).toEqual(["Failed"]);
  advance(3_600_000);
  await expect.poll(texts).toEqual(["Failed"]);
  dismissError();
  await expect.poll(texts).toEqual([]);
});

test("at most three are shown, the latest first, and older ones when there is space", async () => {
  await renderComponent(<Toaster />);
  for (const text of ["1", "2", "3", "4"]) toast.error(text);
  await expect.poll(texts).toEqual(["4", "3", "2"]);
  await dismiss().first().click();
  await expect.poll(texts).toEqual(["3", "2", "1"]);
  await userEvent.unhover(document.body);
});

test("a repeated toast is shown once, as a new one; those with an action stay as long as they say", async () => {
  await renderComponent(<Toaster />);
  toast.success("Saved");
  await expect.poll(texts).toEqual(["Saved"]);
  const first = document.querySelector(".toast");
  const action = () => <Button>Undo</Button>;
  toast.success("Saved", { action, durationMs: 8_000 });
  toast.success("Saved");
  await expect.poll(texts).toEqual(["Saved", "SavedUndo"]);
  expect(document.contains(first)).toBe(false);
  await expect.poll(() => vi.getTimerCount()).toBe(2);
  advance(4_000);
  await expect.poll(texts).toEqual(["SavedUndo"]);
  advance(4_000);
  await expect.poll(texts).toEqual([]);
});

test("time is paused while it is hovered", async () => {
  await renderComponent(<Toaster />);
  toast.success("Name updated");
  await userEvent.hover(page.getByText("Name updated"));
  advance(60_000);
  await expect.element(status()).toHaveTextContent("Name updated");
  await userEvent.unhover(page.getByText("Name updated"));
  await userEvent.hover(document.documentElement, { position: { x: 5, y: 700 } });
  await expect.poll(() => vi.getTimerCount()).toBe(1);
  advance(4_000);
  await expect.element(status()).toBeEmptyDOMElement();
});

test("time is paused while the tab is hidden", async () => {
  await renderComponent(<Toaster />);
  toast.success("Name updated");
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  advance(60_000);
  await expect.element(status()).toHaveTextContent("Name updated");
  hidden.mockRestore();
  document.dispatchEvent(new Event("visibilitychange"));
  await expect.poll(() => vi.getTimerCount()).toBe(1);
});

test("dismissed with the keyboard, the focus moves back", async () => {
  await renderComponent(
    <>
      <button>Before</button>
      <Toaster />
    </>,
  );
  toast.success("Name updated");
  toast.error("Failed");
  await expect.element(alert()).toHaveTextContent("Failed");
  await userEvent.tab();
  await userEvent.tab();
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  await userEvent.keyboard("{Enter}");
  await expect.element(alert()).toBeEmptyDOMElement();
  expect(document.activeElement?.textContent).toBe("Before");
  await userEvent.keyboard("{F8}{Enter}");
  await expect.element(status()).toBeEmptyDOMElement();
  expect(document.activeElement?.textContent).toBe("Before");
});

test("dismissed by its own action with the keyboard, the focus moves back, and the next toast disappears in time", async () => {
  await renderComponent(
    <>
      <input aria-label="Search" />
      <Toaster />
    </>,
  );
  const search = page.getByRole("textbox", { name: "Search" });
  await search.click();
  toast.success("Deleted", {
    action: (dismissToast) => <Button onClick={dismissToast}>Undo</Button>,
  });
  await expect.element(page.getByRole("button", { name: "Undo" })).toBeVisible();
  await userEvent.keyboard("{F8}{Enter}");
  await expect.element(search).toHaveFocus();
  toast.success("Restored");
  await expect.element(page.getByText("Restored")).toBeVisible();
  advance(4_000);
  await expect.poll(texts).toEqual([]);
});

test("dismissed with the mouse, the focus returns to the field", async () => {
  await renderComponent(
    <>
      <input aria-label="Name" />
      <Toaster initial={[{ text: "Saved" }, { text: "Failed", isError: true }]} />
    </>,
  );
  page.getByLabelText("Name").element().focus();
  await dismiss().first().click();
  await expect.poll(texts).toEqual(["Saved"]);
  expect(document.activeElement?.ariaLabel).toBe("Name");
});

function InDialog({ hidesToasts = false }: { hidesToasts?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Toaster />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title="Book" hidesToasts={hidesToasts}>
        <input aria-label="Title" />
      </Dialog>
    </>
  );
}

const openDialog = () => page.getByRole("button", { name: "Open" }).click();

test("while a dialog is open they are above it, announced and clickable", async () => {
  await renderComponent(<InDialog />);
  toast.error("Failed before");
  await openDialog();
  await expect.poll(accessibleTexts).toContain("Failed before");
  toast.error("Failed meanwhile");
  await expect.poll(accessibleTexts).toContain("Failed meanwhile");

  const { x, y } = page.getByText("Failed before").element().getBoundingClientRect();
  expect(document.elementFromPoint(x + 5, y + 5)?.textContent).toContain("Failed before");

  await userEvent.keyboard("{Tab}{Enter}");
  await expect.poll(texts).toEqual(["Failed before"]);
  await expect.element(page.getByRole("dialog")).toBeVisible();
  await dismiss().click();
  await expect.poll(texts).toEqual([]);
  await expect.element(page.getByRole("dialog")).toBeVisible();
});

/** The texts in the accessibility tree. */
async function accessibleTexts() {
  const { frameTree } = await cdp().send("Page.getFrameTree");
  const here = frameTree.childFrames?.find(({ frame }) => window.location.href.startsWith(frame.url));
  const { nodes } = await cdp().send("Accessibility.getFullAXTree", { frameId: here?.frame.id });
  return nodes.filter(({ ignored }) => !ignored).map(({ name }) => String(name?.value));
}

test("after it has closed they are back in the page", async () => {
  await renderComponent(<InDialog />);
  await openDialog();
  toast.error("Failed");
  await expect.element(alert()).toHaveTextContent("Failed");
  await userEvent.keyboard("{Escape}");
  await expect.poll(() => document.querySelector("dialog section")).toBeNull();
  await expect.element(page.getByText("Failed")).toBeVisible();
  await dismiss().click();
  await expect.poll(texts).toEqual([]);
});

test("they stay when the screen is left with an open dialog", async () => {
  const { rerender } = await renderComponent(
    <>
      <Toaster />
      <Dialog isOpen onClose={() => {}} title="Book" />
    </>,
  );
  toast.error("Failed");
  await expect.poll(() => document.querySelector("dialog .toast")).not.toBeNull();
  await rerender(
    <>
      <Toaster />
    </>,
  );
  await expect.element(alert()).toHaveTextContent("Failed");
});

test("they are also above a dialog that works without JavaScript", async () => {
  await renderComponent(
    <>
      <button onClick={() => openConfirmForm("leaving")}>Leave</button>
      <Toaster />
      <ConfirmForm id="leaving" title="Leave?" text="It ends." action="/logout" failed="Failed" />
    </>,
  );
  await page.getByRole("button", { name: "Leave" }).click();
  toast.error("Failed");
  await expect.poll(accessibleTexts).toContain("Failed");
});

test("a dialog can hide them until it closes", async () => {
  await renderComponent(<InDialog hidesToasts />);
  toast.success("Name updated");
  await expect.poll(texts).toEqual(["Name updated"]);
  await openDialog();
  await expect.poll(texts).toEqual([]);
  advance(60_000);
  await userEvent.keyboard("{Escape}");
  await expect.poll(texts).toEqual(["Name updated"]);
});
