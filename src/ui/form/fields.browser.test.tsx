import type { ReactNode } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import type { Control } from "react-hook-form";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { EveryField, fieldExamples } from "./fixtures/every-field.tsx";
import { FormFieldController } from "./form-field-controller.tsx";
import { FormField, FormFieldLabel } from "./form-field.tsx";
import { FormSubmit } from "./form-submit.tsx";
import { Form } from "./form.tsx";
import { useForm } from "./use-form.ts";

const send = vi.fn<(values: { value: unknown }) => unknown>();
afterEach(() => send.mockReset());

type OneFieldProps = { value: unknown; children: (control: Control<{ value: unknown }>) => ReactNode };

const schema = z.object({ value: z.unknown().refine((value) => value !== "wrong") });

/** A form of one field called "Field". */
function OneField({ value, children }: OneFieldProps) {
  const form = useForm({ schema, defaultValues: { value } });
  return (
    <Form form={form} onSubmit={send}>
      <FormField>
        <FormFieldLabel>Field</FormFieldLabel>
        {children(form.control as unknown as Control<{ value: unknown }>)}
      </FormField>
      <FormSubmit>Save</FormSubmit>
    </Form>
  );
}

const show = (value: unknown, props: { type: unknown; [prop: string]: unknown }) =>
  renderComponent(
    <OneField value={value}>
      {(control) => <FormFieldController control={control} name="value" {...(props as { type: "text" })} />}
    </OneField>,
  );

const field = () => page.getByLabelText(/^Field/);
const save = () => page.getByRole("button", { name: "Save" }).click();
const sent = () => send.mock.calls.map(([{ value }]) => value);

const options = [
  { id: "1", label: "Fantasy" },
  { id: "2", label: "History" },
];
const choices = [
  { value: "1", label: "Hardcover" },
  { value: "2", label: "Paperback" },
];

/** Specification, "Forms". */
const specified = [
  ...["custom", "text", "email", "tel", "otp", "date", "select", "number", "radio-group", "checkbox"],
  "checkbox-group",
];

test("each specified type has its name, its label and its value, and returns the value", async () => {
  expect(Object.keys(fieldExamples)).toEqual(expect.arrayContaining(specified));
  await renderComponent(<EveryField onSubmit={(values) => send({ value: values })} />);
  for (const type of specified)
    await expect.element(page.getByLabelText(type, { exact: true }).first()).toBeVisible();
  await expect.element(page.getByRole("combobox", { name: "select" })).toHaveValue("Science fiction");
  await save();
  const values = Object.entries(fieldExamples).map(([type, { value }]) => [type, value]);
  await expect.poll(sent).toEqual([Object.fromEntries(values)]);
});

test.each(["text", "textarea", "email", "tel"] as const)("%s returns the typed text", async (type) => {
  await show("a@b.c", { type });
  await expect.element(field()).toHaveValue("a@b.c");
  await userEvent.fill(field(), "d@e.f");
  await save();
  await expect.poll(sent).toEqual(["d@e.f"]);
});

test("date gives the day that was typed, or null", async () => {
  await show("1979-06-01", { type: "date" });
  await expect.element(page.getByRole("textbox")).toHaveValue("01/06/1979");
  await userEvent.fill(page.getByRole("textbox"), "2/7/80");
  await userEvent.keyboard("{Enter}");
  await expect.poll(sent).toEqual(["1980-07-02"]);
  await userEvent.clear(page.getByRole("textbox"));
  await save();
  await expect.poll(sent).toEqual(["1980-07-02", null]);
});

test("number returns cents with inCents, or null", async () => {
  await show(1_899, { type: "number", inCents: true });
  await expect.element(field()).toHaveValue("18.99");
  await userEvent.fill(field(), "7.5");
  await save();
  await expect.poll(sent).toEqual([750]);
  await userEvent.clear(field());
  await save();
  await expect.poll(sent).toEqual([750, null]);
});

test("select returns an option's id", async () => {
  await show("1", { type: "select", options });
  await expect.element(field()).toHaveValue("Fantasy");
  await userEvent.fill(field(), "hist");
  await page.getByRole("option", { name: "History" }).click();
  await save();
  await expect.poll(sent).toEqual(["2"]);
});

test("select with allowCustom returns typed text that no option has", async () => {
  await show(null, { type: "select", allowCustom: true, options });
  await userEvent.fill(field(), "Poetry");
  await page.getByRole("option", { name: /Poetry/ }).click();
  await save();
  await expect.poll(sent).toEqual(["Poetry"]);
});

describe("upload", () => {
  const text = (size: number) => new File(["a".repeat(size)], `${size}.txt`, { type: "text/plain" });

  test("gives the chosen file, or null once it is removed", async () => {
    await show(null, { type: "upload", accept: ".txt", maxBytes: 50 });
    await userEvent.upload(field(), text(20));
    await expect.element(field()).toHaveAccessibleDescription(/^20\.txt/);
    await save();
    await expect.poll(() => (sent() as (File | null)[]).map((file) => file?.name)).toEqual(["20.txt"]);
    await page.getByRole("button", { name: "Remove file" }).click();
    await save();
    await expect.poll(() => sent().at(-1)).toBeNull();
  });

  test.each([
    [text(51), /51\.txt.*is too large/],
    [new File(["a"], "a.pdf"), /The file type of .*a\.pdf.* isn’t supported/],
  ])(
    "reports a file that it rejects on the field, which keeps its value, until it is removed: %#",
    async (file, error) => {
      await show({ name: "stored.txt", size: 7 }, { type: "upload", accept: ".txt", maxBytes: 50 });
      await userEvent.upload(field(), file);
      await expect.element(field()).toHaveAccessibleDescription(error);
      await save();
      await expect.poll(() => document.activeElement).toBe(field().element());
      expect(sent()).toEqual([]);
      await userEvent.upload(field(), text(3));
      await expect.element(field()).not.toHaveAttribute("aria-invalid");
      await save();
      await expect.poll(() => (sent() as File[]).map(({ name }) => name)).toEqual(["3.txt"]);
    },
  );

  test("without a value, a rejected file can be dismissed by keyboard", async () => {
    await show(null, { type: "upload", accept: ".txt" });
    await userEvent.upload(field(), new File(["a"], "a.pdf"));
    await expect.element(field()).toHaveAttribute("aria-invalid", "true");
    (field().element() as HTMLElement).focus();
    await userEvent.keyboard("{Tab}{Enter}");
    await expect.element(field()).not.toHaveAttribute("aria-invalid");
    expect(document.activeElement).toBe(field().element());
    await save();
    await expect.poll(sent).toEqual([null]);
  });

  test("shows how far the upload is", async () => {
    await show(text(3), { type: "upload", progress: 0.4 });
    await expect
      .element(page.getByRole("progressbar", { name: "Uploading the file" }))
      .toHaveAttribute("aria-valuenow", "40");
  });
});

test("radio-group gives the chosen value; its label names the group", async () => {
  await show(null, { type: "radio-group", options: choices });
  await expect.element(page.getByRole("radiogroup", { name: /^Field/ })).toBeVisible();
  expect(page.getByText(/^Field/).element()).not.toHaveAttribute("for");
  await page.getByLabelText("Paperback").click();
  await save();
  await expect.poll(sent).toEqual(["2"]);
});

test("checkbox-group gives the array of checked values; its label names the group", async () => {
  await show(["2"], { type: "checkbox-group", options: choices });
  await expect.element(page.getByRole("group", { name: /^Field/ })).toBeVisible();
  await page.getByLabelText("Hardcover").click();
  await save();
  await expect.poll(sent).toEqual([["1", "2"]]);
});

test("checkbox gives yes or no", async () => {
  await show(false, { type: "checkbox", label: "Show it" });
  await page.getByLabelText("Show it").click();
  await save();
  await expect.poll(sent).toEqual([true]);
});

test("custom shows any control, bound and tied", async () => {
  await renderComponent(
    <OneField value="wrong">
      {(control) => (
        <FormFieldController
          control={control}
          name="value"
          type="custom"
          render={({ field: bound, attributes }) => (
            <input {...bound} value={String(bound.value)} {...attributes} />
          )}
        />
      )}
    </OneField>,
  );
  await save();
  await expect.element(field()).toHaveFocus();
  await expect.element(field()).toHaveAttribute("aria-invalid", "true");
  await expect.element(field()).toHaveAccessibleDescription("This value isn’t valid");
  await userEvent.fill(field(), "right");
  await save();
  await expect.poll(sent).toEqual(["right"]);
});

const focused = () => document.activeElement;

test.each([
  ["radio-group", { type: "radio-group", options: choices }],
  ["checkbox-group", { type: "checkbox-group", options: choices }],
  ["checkbox", { type: "checkbox", label: "Show it" }],
  ["select", { type: "select", options }],
  ["combobox-multiple", { type: "combobox-multiple", options }],
  ["date", { type: "date" }],
  ["number", { type: "number" }],
  ["otp", { type: "otp", length: 6 }],
  ["textarea", { type: "textarea" }],
] as const)("an error focuses a field of type %s", async (_, props) => {
  function Wrong() {
    const never = z.object({ value: z.custom<null>(() => false) });
    const form = useForm({ schema: never, defaultValues: { value: null } });
    return (
      <Form form={form} onSubmit={send}>
        <FormField data-testid="field">
          <FormFieldController control={form.control} name="value" {...(props as { type: "textarea" })} />
        </FormField>
        <FormSubmit>Save</FormSubmit>
      </Form>
    );
  }
  await renderComponent(<Wrong />);
  await save();
  await expect.poll(() => page.getByTestId("field").element().contains(focused())).toBe(true);
  expect(focused()).toBeInstanceOf(HTMLElement);
  expect(page.getByTestId("field").element().querySelector('[aria-invalid="true"]')).not.toBeNull();
});

test("otp accepts Arabic digits and separators, and submits once when complete", async () => {
  await show("", { type: "otp", length: 6, submitsWhenComplete: true });
  await userEvent.fill(field(), "٤٨٢-٩١٣ ");
  await expect.element(field()).toHaveValue("482913");
  await expect.poll(sent).toEqual(["482913"]);

  send.mockClear();
  await userEvent.type(field(), "{Backspace}4");
  await expect.element(field()).toHaveValue("482914");
  await save();
  await expect.poll(sent).toEqual(["482914"]);
});

test("otp doesn't submit after an earlier submit or without submitsWhenComplete", async () => {
  send.mockRejectedValueOnce(Object.assign(new Error("wrong"), { code: "WRONG" }));
  await renderComponent(
    <>
      <OneField value="">
        {(control) => (
          <FormFieldController control={control} name="value" type="otp" length={6} submitsWhenComplete />
        )}
      </OneField>
    </>,
  );
  await userEvent.fill(field(), "111111");
  await expect.element(page.getByText(/^Something went wrong. Nothing/)).toBeVisible();
  await userEvent.fill(field(), "222222");
  await expect.element(field()).toHaveValue("222222");
  expect(sent()).toEqual(["111111"]);
});

test("text typed before hydration is submitted", async () => {
  const i18n = await loadI18n("en");
  const form = (
    <TestProviders i18n={i18n}>
      <OneField value="">
        {(control) => <FormFieldController control={control} name="value" type="text" />}
      </OneField>
    </TestProviders>
  );
  const container = document.createElement("div");
  document.body.append(container);
  container.innerHTML = renderToString(form);
  await userEvent.type(field(), "Kindred{Enter}");

  const root = hydrateRoot(container, form);
  onTestFinished(() => {
    root.unmount();
    container.remove();
  });
  await save();
  await expect.poll(sent).toEqual(["Kindred"]);
  await expect.element(field()).toHaveValue("Kindred");
});

describe("typed text that isn't a value", () => {
  const text = () => page.getByRole("textbox");

  test.each([
    ["date", null, "31/11/2027", "02/03/2027", "2027-03-02"],
    ["date", "2027-01-05", "29/02/2027", "28/02/2027", "2027-02-28"],
    ["date", null, "11/28/2027", "28/11/2027", "2027-11-28"],
    ["number", null, "a lot", "12", 12],
    ["number", 7, "1.2.3", "8", 8],
  ])(
    "in a %s of %j, %s says so and stops the form, by Enter and by a double click, until it is edited",
    async (type, value, wrong, right, result) => {
      await show(value, { type });
      await text().fill(wrong);
      await userEvent.keyboard("{Enter}");
      await expect.element(page.getByText(`${wrong} isn’t a ${type}`)).toBeVisible();
      await expect.element(text()).toHaveAttribute("aria-invalid", "true");
      await userEvent.keyboard("{Enter}");
      expect(sent()).toEqual([]);
      await text().fill(wrong);
      await expect.element(text()).not.toHaveAttribute("aria-invalid");
      await page.getByRole("button", { name: "Save" }).dblClick();
      await expect.element(text()).toHaveAttribute("aria-invalid", "true");
      expect(sent()).toEqual([]);
      await text().fill(right);
      await save();
      await vi.waitFor(() => expect(sent()).toEqual([result]));
    },
  );

  test("is forgotten when a value is chosen, or the field is emptied", async () => {
    await show(5, { type: "number", steppers: "classic" });
    await text().fill("x");
    await page.getByRole("button", { name: "Increase" }).click();
    await save();
    await vi.waitFor(() => expect(sent()).toEqual([6]));
    await text().fill("x");
    await userEvent.keyboard("{Enter}");
    await text().fill("");
    await save();
    await vi.waitFor(() => expect(sent()).toEqual([6, null]));
  });

  test("is forgotten when the field, which says so, is left as it is", async () => {
    await show(null, { type: "date" });
    await text().fill("31/11/2027");
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByText("31/11/2027 isn’t a date")).toBeVisible();
    await save();
    await vi.waitFor(() => expect(sent()).toEqual([null]));
  });
});
