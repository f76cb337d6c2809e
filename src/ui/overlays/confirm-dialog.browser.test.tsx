import { useState, type ComponentProps } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Button } from "../controls/button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";

const dialog = () => page.getByRole("dialog", { name: "Are you sure?" });
const remove = () => dialog().getByRole("button", { name: "Delete" });

type ExampleProps = Pick<ComponentProps<typeof ConfirmDialog>, "onConfirm" | "option">;

function Example(props: ExampleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <ConfirmDialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        {...props}
        text="It is gone for good."
        variant="danger"
        confirmLabel="Delete"
      />
    </>
  );
}

async function ask(onConfirm: ExampleProps["onConfirm"], option?: string) {
  await renderComponent(<Example onConfirm={onConfirm} option={option} />);
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(dialog()).toBeVisible();
}

test("the first focus is on Cancel, and Enter cancels", async () => {
  const onConfirm = vi.fn();
  await ask(onConfirm);
  await expect.element(dialog()).toHaveAccessibleDescription("It is gone for good.");
  expect(document.activeElement?.textContent).toBe("Cancel");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(onConfirm).not.toHaveBeenCalled();
  expect(document.activeElement?.textContent).toBe("Open");
});

test('without texts of its own it asks "Are you sure?", with Cancel and Confirm', async () => {
  const onConfirm = vi.fn();
  await renderComponent(<ConfirmDialog isOpen onClose={() => {}} onConfirm={onConfirm} />);
  const labels = dialog().getByRole("button").elements();
  expect(labels.map(({ textContent }) => textContent)).toEqual(["Cancel", "Confirm"]);
  await dialog().getByRole("button", { name: "Confirm" }).click();
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("while it is busy it can't be closed or confirmed twice; then it closes", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const onConfirm = vi.fn(() => promise);
  await ask(onConfirm);
  const button = remove().element() as HTMLButtonElement;
  button.click();
  await expect.element(remove()).toHaveAttribute("aria-busy", "true");
  button.click();
  button.focus();
  await userEvent.keyboard("{Enter}{Escape}{Escape}");
  await expect.element(dialog()).toBeVisible();
  resolve();
  await expect.element(dialog()).not.toBeInTheDocument();
  expect(onConfirm).toHaveBeenCalledTimes(1);
});

test("after an error it stays open and can be retried", async () => {
  const onConfirm = vi.fn(() => Promise.reject(new Error("No connection")));
  await ask(onConfirm);
  await remove().click();
  await expect.poll(() => onConfirm.mock.calls.length).toBe(1);
  await expect.element(remove()).not.toHaveAttribute("aria-busy", "true");
  await remove().click();
  await expect.poll(() => onConfirm.mock.calls.length).toBe(2);
  await expect.element(dialog()).toBeVisible();
});

test("a checkbox is checked at first, each time, and says what else happens", async () => {
  const onConfirm = vi.fn();
  await ask(onConfirm, "Also delete its cover");
  const checkbox = () => page.getByRole("checkbox", { name: "Also delete its cover" });
  await checkbox().click();
  await remove().click();
  await expect.poll(() => document.querySelector("input")).toBeNull();
  await page.getByRole("button", { name: "Open" }).click();
  await expect.element(checkbox()).toBeChecked();
  await remove().click();
  await expect.poll(() => onConfirm.mock.calls).toEqual([[false], [true]]);
});
