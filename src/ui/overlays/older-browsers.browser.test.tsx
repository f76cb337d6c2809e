import { renderToString } from "react-dom/server";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Button } from "../controls/button.tsx";
import { toast } from "../toast/toast.ts";
import { Toaster } from "../toast/toaster.tsx";
import { ConfirmForm, useConfirmFormCommand } from "./confirm-form.tsx";
import { Dialog } from "./dialog.tsx";
import { MenuItem } from "./menu-item.tsx";
import { Menu } from "./menu.tsx";

/** Prevents what the browser itself does with commands, `closedby` and anchors. */
function removeFeatures() {
  window.addEventListener("click", preventCommand);
  for (const dialog of document.querySelectorAll("dialog")) dialog.closedBy = "none";
  for (const popover of document.querySelectorAll<HTMLElement>(".popover")) {
    popover.style.setProperty("position-area", "none");
  }
}

function preventCommand(event: Event) {
  if ((event.target as Element).closest("[commandfor]")) event.preventDefault();
}

beforeAll(async () => {
  vi.spyOn(CSS, "supports").mockReturnValue(false);
  Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
  const closedBy = Object.getOwnPropertyDescriptor(HTMLDialogElement.prototype, "closedBy");
  Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
  const { supportOlderBrowsers } = await import("./older-browsers.ts");
  supportOlderBrowsers();
  vi.restoreAllMocks();
  Object.defineProperty(HTMLDialogElement.prototype, "closedBy", closedBy ?? {});
});

beforeEach(() => page.viewport(1024, 800));
afterEach(() => window.removeEventListener("click", preventCommand));

function LeaveButton() {
  return <Button {...useConfirmFormCommand("leaving")}>Leave</Button>;
}

const confirmation = (
  <>
    <LeaveButton />
    <ConfirmForm id="leaving" title="Leave?" text="It ends." action="/logout" />
  </>
);
const dialog = (name: string) => page.getByRole("dialog", { name });
const clickBeside = () => userEvent.click(document.documentElement, { position: { x: 5, y: 400 } });

test("without invoker commands, a button opens and closes a confirmation as a modal dialog", async () => {
  await renderComponent(confirmation);
  removeFeatures();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.poll(() => dialog("Leave?").query()?.matches(":modal")).toBe(true);
  expect(document.activeElement?.textContent).toBe("Cancel");
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog("Leave?")).not.toBeInTheDocument();
});

test("without invoker commands and JavaScript, a confirmation opens and closes as a popover", async () => {
  const i18n = await loadI18n("en");
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(<TestProviders i18n={i18n}>{confirmation}</TestProviders>);
  for (const button of container.querySelectorAll("[commandfor]")) button.removeAttribute("commandfor");
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.element(dialog("Leave?").getByRole("button", { name: "Confirm" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog("Leave?")).not.toBeInTheDocument();
  container.remove();
});

test("without closedby, a click beside a dialog asks to close it; one inside doesn't", async () => {
  const onClose = vi.fn();
  await renderComponent(
    <Dialog isOpen title="Chapters" onClose={onClose}>
      <p>Text</p>
    </Dialog>,
  );
  removeFeatures();
  await page.getByText("Text").click();
  await page.getByRole("heading", { name: "Chapters" }).click();
  expect(onClose).not.toHaveBeenCalled();
  await clickBeside();
  expect(onClose).toHaveBeenCalledTimes(1);
  await clickBeside();
  expect(onClose).toHaveBeenCalledTimes(2);
});

test("without toggle events of dialogs, a toast is shown above a dialog", async () => {
  const stop = (event: Event) => event.target instanceof HTMLDialogElement && event.stopPropagation();
  for (const type of ["beforetoggle", "toggle"]) window.addEventListener(type, stop, true);
  const { rerender } = await renderComponent(<DialogWithToast isOpen />);
  toast.error("No connection");
  await expect.element(dialog("Chapters").getByText("No connection")).toBeVisible();
  await rerender(<DialogWithToast isOpen={false} />);
  await expect.element(dialog("Chapters")).not.toBeInTheDocument();
  await expect.element(page.getByText("No connection")).toBeVisible();
  for (const type of ["beforetoggle", "toggle"]) window.removeEventListener(type, stop, true);
});

function DialogWithToast({ isOpen }: { isOpen: boolean }) {
  return (
    <>
      <Dialog isOpen={isOpen} title="Chapters" onClose={() => {}} />
      <Toaster />
    </>
  );
}

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
  removeFeatures();
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
