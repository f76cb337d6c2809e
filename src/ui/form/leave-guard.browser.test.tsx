import {
  createBrowserHistory,
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
  type RouterHistory,
} from "@tanstack/react-router";
import { useEffect } from "react";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { FormFieldController } from "./form-field-controller.tsx";
import { FormField, FormFieldLabel } from "./form-field.tsx";
import { FormSubmit } from "./form-submit.tsx";
import { Form } from "./form.tsx";
import { text } from "./text-modes.ts";
import { useForm } from "./use-form.ts";

const schema = z.object({ title: text.required(), publisher: text.nullable() });

function createTestRouter(history: RouterHistory) {
  const root = createRootRoute();
  const routes = ["/new", "/books"].map((path) => createRoute({ getParentRoute: () => root, path }));
  return createRouter({ routeTree: root.addChildren(routes), history });
}

let reset: () => void;
let router: ReturnType<typeof createTestRouter>;
const submit = vi.fn<() => unknown>();
afterEach(() => submit.mockReset());

function BookForm() {
  const form = useForm({ schema, defaultValues: { title: "Kindred", publisher: null } });
  useEffect(() => {
    reset = () => form.reset();
  });
  return (
    <Form form={form} onSubmit={submit}>
      <FormField>
        <FormFieldLabel>Title</FormFieldLabel>
        <FormFieldController control={form.control} name="title" type="text" />
      </FormField>
      <FormField>
        <FormFieldLabel>Publisher</FormFieldLabel>
        <FormFieldController control={form.control} name="publisher" type="text" />
      </FormField>
      <FormSubmit>Save</FormSubmit>
    </Form>
  );
}

/** Only the browser's history asks before reloading. */
async function open(history = createMemoryHistory({ initialEntries: ["/new"] })) {
  router = createTestRouter(history);
  await renderComponent(
    <RouterContextProvider router={router}>
      <BookForm />
    </RouterContextProvider>,
  );
}

async function openInBrowser() {
  const history = createBrowserHistory();
  onTestFinished(() => history.destroy());
  await open(history);
}

const title = () => page.getByLabelText("Title");
const publisher = () => page.getByLabelText("Publisher (optional)");
const save = () => page.getByRole("button", { name: "Save" });
const question = () => page.getByRole("dialog", { name: "Are you sure you want to leave?" });
const path = () => router.history.location.href;

/** Navigates like a link, without waiting for the confirmation. */
const leave = (to = "/books") => void router.navigate({ to: to as "/" });

/** Whether the browser would ask before it reloads or closes the page. */
function browserAsks() {
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test("an unchanged form is left without asking", async () => {
  await open();
  leave();
  await expect.poll(path).toBe("/books");
});

test("a changed form asks, and Cancel stays on it", async () => {
  await open();
  await userEvent.type(title(), "!");
  leave();
  await expect.element(question()).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await expect.element(question()).not.toBeInTheDocument();
  expect(path()).toBe("/new");
  await expect.element(title()).toHaveValue("Kindred!");
});

test("Leave leaves", async () => {
  await open();
  await userEvent.type(title(), "!");
  leave();
  await page.getByRole("button", { name: "Leave" }).click();
  await expect.poll(path).toBe("/books");
  await expect.element(question()).not.toBeInTheDocument();
});

test("asks before reloading and closing", async () => {
  await openInBrowser();
  expect(browserAsks()).toBe(false);
  await userEvent.type(title(), "!");
  expect(browserAsks()).toBe(true);
});

test("reverted changes and emptied empty fields are no changes", async () => {
  await open();
  await userEvent.type(title(), "!{Backspace}");
  await userEvent.type(publisher(), "x{Backspace}");
  leave();
  await expect.poll(path).toBe("/books");
});

test("a change of the hash doesn't ask", async () => {
  await open();
  await userEvent.type(title(), "!");
  void router.navigate({ to: "." as "/", hash: "content" });
  await expect.poll(path).toBe("/new#content");
});

test("saving may navigate without asking", async () => {
  await open();
  submit.mockImplementation(() => router.navigate({ to: "/books" as "/" }));
  await userEvent.type(title(), "!");
  await save().click();
  await expect.poll(path).toBe("/books");
});

test("after saving there are no changes until the user types again", async () => {
  await openInBrowser();
  await userEvent.type(title(), "!");
  await save().click();
  await expect.poll(browserAsks).toBe(false);
  await userEvent.type(title(), "?");
  expect(browserAsks()).toBe(true);
});

test("a form that is reset after saving is unchanged", async () => {
  submit.mockImplementation(() => reset());
  await openInBrowser();
  await userEvent.type(title(), "!");
  await save().click();
  await expect.element(title()).toHaveValue("Kindred");
  await expect.element(save()).toHaveAttribute("aria-busy", "false");
  expect(browserAsks()).toBe(false);
});

test("text typed while saving is a change", async () => {
  await openInBrowser();
  const sending = Promise.withResolvers<void>();
  submit.mockReturnValue(sending.promise);
  await userEvent.type(title(), "!");
  await save().click();
  await expect.poll(() => submit).toHaveBeenCalledOnce();
  await userEvent.type(title(), "?");
  sending.resolve();
  await expect.poll(browserAsks).toBe(true);
});

test("after a failure the changes are still unsaved", async () => {
  await openInBrowser();
  submit.mockRejectedValue(Object.assign(new Error("no"), { code: "NO" }));
  await userEvent.type(title(), "!");
  await save().click();
  await expect.element(page.getByText(/^Something went wrong. Nothing/)).toBeVisible();
  expect(browserAsks()).toBe(true);
});
