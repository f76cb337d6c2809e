import { Suspense, useEffect } from "react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { loadI18n, TestProviders } from "../../testing/components/providers.tsx";
import { FormSubmit } from "./form/form-submit.tsx";
import { Form } from "./form/form.tsx";
import { LabeledField } from "./form/labeled-field.tsx";
import { useForm } from "./form/use-form.ts";
import { recordActionsScript, replayRecordedActions } from "./pre-hydration-actions.ts";

const schema = z.object({
  title: z.string(),
  isListed: z.boolean(),
  format: z.string(),
  file: z.instanceof(File).nullable(),
});
type Values = z.infer<typeof schema>;

const formats = [
  { value: "hardcover", label: "Hardcover" },
  { value: "paperback", label: "Paperback" },
];

type PageProps = { onSubmit: (values: Values) => void };

/** Its form is hydrated after it. */
function Page(props: PageProps) {
  useEffect(replayRecordedActions, []);
  return (
    <Suspense>
      <BookForm {...props} />
    </Suspense>
  );
}

function BookForm({ onSubmit }: PageProps) {
  const form = useForm<Values, Values>({
    schema,
    defaultValues: { title: "", isListed: true, format: "hardcover", file: null },
  });
  const { control } = form;
  return (
    <Form form={form} onSubmit={onSubmit}>
      <LabeledField label="Title" control={control} name="title" type="text" />
      <LabeledField label="Listed" control={control} name="isListed" type="checkbox" />
      <LabeledField label="Format" control={control} name="format" type="radio-group" options={formats} />
      <LabeledField
        label="File"
        control={control}
        name="file"
        type="custom"
        render={({ field, attributes }) => (
          <input
            {...attributes}
            type="file"
            onChange={(event) => field.onChange(event.currentTarget.files?.[0] ?? null)}
          />
        )}
      />
      <FormSubmit>Save</FormSubmit>
    </Form>
  );
}

/** The page as the server renders it, with its script. @returns what hydrates it */
async function renderOnServer(onSubmit: (values: Values) => void): Promise<() => void> {
  const i18n = await loadI18n("en");
  const part = (
    <TestProviders i18n={i18n}>
      <Page onSubmit={onSubmit} />
    </TestProviders>
  );
  const script = document.head.appendChild(document.createElement("script"));
  script.textContent = recordActionsScript;
  const container = document.body.appendChild(document.createElement("div"));
  container.innerHTML = renderToString(part);
  return () => {
    const root = hydrateRoot(container, part);
    onTestFinished(() => {
      root.unmount();
      container.remove();
      script.remove();
    });
  };
}

test("what a user changes and submits before hydration is submitted after it", async () => {
  const submitted = vi.fn<(values: Values) => void>();
  const hydrate = await renderOnServer(submitted);
  const url = location.href;
  await userEvent.fill(page.getByLabelText(/^Title/), "Kindred");
  await userEvent.click(page.getByLabelText("Listed"));
  await userEvent.click(page.getByLabelText("Paperback"));
  await userEvent.upload(page.getByLabelText("File (optional)"), new File(["A cover"], "cover.png"));
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  expect(location.href).toBe(url);
  expect(submitted).not.toHaveBeenCalled();

  hydrate();
  await expect.poll(() => submitted.mock.calls.length).toBe(1);
  const [[values] = []] = submitted.mock.calls;
  expect(values).toMatchObject({ title: "Kindred", isListed: false, format: "paperback" });
  expect(values?.file?.name).toBe("cover.png");
  await expect.element(page.getByLabelText("Listed")).not.toBeChecked();
});

test("Enter before hydration submits the form once, after it", async () => {
  const submitted = vi.fn<(values: Values) => void>();
  const hydrate = await renderOnServer(submitted);
  await userEvent.type(page.getByLabelText(/^Title/), "Kindred{Enter}{Enter}");
  hydrate();
  await expect.poll(() => submitted.mock.calls.length).toBe(1);
  await userEvent.fill(page.getByLabelText(/^Title/), "Fledgling");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  await expect.poll(() => submitted.mock.calls.map(([{ title }]) => title)).toEqual(["Kindred", "Fledgling"]);
});
