import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from "@tanstack/react-router";
import { useState } from "react";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { renderComponent } from "../../../testing/render.tsx";
import { Button } from "../controls/button.tsx";
import { DialogFooter } from "../overlays/dialog-frame.tsx";
import "../styles/app.css";
import { FormDialog, FormDialogCancel } from "./form-dialog.tsx";
import { FormFieldController } from "./form-field-controller.tsx";
import { FormField, FormFieldLabel } from "./form-field.tsx";
import { FormSubmit } from "./form-submit.tsx";
import { Form } from "./form.tsx";
import { text } from "./text-modes.ts";
import { useForm } from "./use-form.ts";
import type { Language } from "#i18n/languages.ts";

const schema = z.object({ name: text.required() });

function NameForm({ onSaved }: { onSaved: () => void }) {
  const form = useForm({ schema, defaultValues: { name: "Poetry" } });
  return (
    <Form form={form} onSubmit={onSaved}>
      <FormField>
        <FormFieldLabel>Name</FormFieldLabel>
        <FormFieldController control={form.control} name="name" type="text" />
      </FormField>
      <DialogFooter>
        <FormDialogCancel>Cancel</FormDialogCancel>
        <FormSubmit>Save</FormSubmit>
      </DialogFooter>
    </Form>
  );
}

function Genres({ onClose }: { onClose: () => Promise<void> }) {
  const [isOpen, setOpen] = useState(false);

  async function close() {
    await onClose();
    setOpen(false);
  }

  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      <FormDialog title="Genre" isOpen={isOpen} onClose={close}>
        <NameForm onSaved={() => void close()} />
      </FormDialog>
    </>
  );
}

/** Shows the dialog; closing it leads to another URL where it should. */
async function open({ language = "en", to }: { language?: Language; to?: string } = {}) {
  const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
  const onClose = async () => {
    if (to) await router.navigate({ to: to as "/" });
  };
  await renderComponent(
    <RouterContextProvider router={router}>
      <Genres onClose={onClose} />
    </RouterContextProvider>,
    language,
  );
  await page.getByRole("button", { name: "Edit" }).click();
  await expect.element(name()).toHaveFocus();
}

const name = () => page.getByLabelText("Name");
const dialog = () => page.getByRole("dialog", { name: "Genre" });
const question = () => page.getByRole("dialog", { name: "Are you sure you want to leave?" });
const inQuestion = (label: string) => question().getByRole("button", { name: label });
const opener = () => page.getByRole("button", { name: "Edit" });

const ways: [string, () => Promise<void>][] = [
  ["Escape", () => userEvent.keyboard("{Escape}")],
  ["the close button", () => dialog().getByRole("button", { name: "Close" }).click()],
  ["Cancel", () => dialog().getByRole("button", { name: "Cancel" }).click()],
  ["a click beside it", () => userEvent.click(document.documentElement, { position: { x: 5, y: 400 } })],
];

beforeEach(() => page.viewport(1280, 800));

test.each(ways)("%s closes it where nothing was changed", async (_, close) => {
  await open();
  await userEvent.keyboard("!{Backspace}");
  await close();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(question()).not.toBeInTheDocument();
});

test.each(ways)("closing by %s asks, and Cancel keeps the changes", async (_, close) => {
  await open();
  await userEvent.keyboard("!");
  await close();
  await expect.element(question()).toBeVisible();
  await inQuestion("Cancel").click();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(name()).toHaveValue("Poetry!");
  await expect.element(dialog()).toBeVisible();
});

test("Leave gives it up: both are closed, and the focus is where it was", async () => {
  await open();
  await userEvent.keyboard("!");
  await userEvent.keyboard("{Escape}");
  await inQuestion("Leave").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(question()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
  await opener().click();
  await expect.element(name()).toHaveValue("Poetry");
});

test("asks once if closing navigates", async () => {
  await open({ to: "/?is=closed" });
  await userEvent.keyboard("!");
  await userEvent.keyboard("{Escape}");
  await inQuestion("Leave").click();
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(question()).not.toBeInTheDocument();
});

test("saving closes it without asking", async () => {
  await open();
  await userEvent.keyboard("!{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(question()).not.toBeInTheDocument();
});

test("Escape again and again, which browsers close a dialog for, still asks", async () => {
  await open();
  await userEvent.keyboard("!");
  for (let times = 0; times < 4; times++) {
    await userEvent.keyboard("{Escape}");
    await expect.element(question()).toBeVisible();
    await userEvent.keyboard("{Escape}");
    await expect.element(question()).not.toBeInTheDocument();
    await expect.element(name()).toHaveValue("Poetry!");
  }
});

// optional: ar
test("in a drawer, in Arabic, the keyboard alone answers it", async () => {
  await page.viewport(390, 800);
  await open({ language: "ar" });
  const asked = page.getByRole("dialog", { name: "هل تريد المغادرة فعلًا؟" });
  await userEvent.keyboard("!{Escape}");
  await expect.element(asked.getByRole("button", { name: "إلغاء" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(asked).not.toBeInTheDocument();
  await expect.element(name()).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(asked).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(asked.getByRole("button", { name: "مغادرة" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(opener()).toHaveFocus();
});
// end: ar
