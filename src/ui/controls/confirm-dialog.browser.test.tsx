import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderPart } from "../../../testing/render.tsx";
import "../styles/app.css";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const dialog = () => page.getByRole("dialog", { name: "Leave?" });

async function open() {
  await renderPart(<ConfirmDialog trigger="Leave" title="Leave?" text="It ends." action="/logout" />);
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.element(dialog()).toBeVisible();
}

test("the first focus stands on Cancel, and Enter there cancels", async () => {
  await open();
  expect(document.activeElement?.textContent).toBe("Cancel");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
});

test("Escape closes it, and the focus is where it was", async () => {
  await open();
  await userEvent.keyboard("{Escape}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(document.activeElement?.textContent).toBe("Leave");
});

test("it is a drawer at the bottom of a phone, and stands in the middle of a desk", async () => {
  await page.viewport(640, 800);
  await open();
  const drawer = dialog().element().getBoundingClientRect();
  expect([drawer.left, drawer.width, drawer.bottom]).toEqual([0, 640, 800]);
  await page.viewport(641, 800);
  const box = dialog().element().getBoundingClientRect();
  expect(box.width).toBeLessThan(500);
  expect(Math.abs(box.top + box.height / 2 - 400)).toBeLessThan(2);
});
