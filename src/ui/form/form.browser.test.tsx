import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { z } from "zod";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { renderComponent } from "../../../testing/render.tsx";
import "../styles/app.css";
import { Toaster } from "../toast/toaster.tsx";
import { toast } from "../toast/toast.ts";
import { saveSingleKeyShortcuts } from "../list/shortcut-keys.ts";
import { FormFieldController } from "./form-field-controller.tsx";
import { FormFieldError } from "./form-field-error.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "./form-field.tsx";
import { FormSubmit } from "./form-submit.tsx";
import { Form } from "./form.tsx";
import { LabeledField } from "./labeled-field.tsx";
import { text } from "./text-modes.ts";
import { useForm } from "./use-form.ts";

const schema = z.object({
  author: text.required(z.string().max(20)),
  title: text.required(),
  email: z.email().or(z.literal("")),
  publisher: text.nullable(),
});
type Book = z.infer<typeof schema>;

const submit = vi.fn<(book: Book) => unknown>();
const fail = vi.fn<(error: unknown) => void>();
const report = vi.fn<(error: unknown) => void>();
beforeEach(() => vi.stubGlobal("reportError", report));
afterEach(() => {
  vi.resetAllMocks();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  localStorage.clear();
});

const submitErrors = {
  BOOK_EXISTS: { title: "auth:errors.NAME_INVALID" },
  BOOK_AND_AUTHOR_EXIST: { title: "auth:errors.NAME_INVALID", author: "auth:errors.NAME_REQUIRED" },
};

type BookFormProps = {
  defaultValues?: Partial<z.input<typeof schema>>;
  onSubmit?: ((book: Book) => unknown) | undefined;
  onFailure?: (error: unknown) => void;
  children?: ReactNode;
};

/** The title is first on the page, the author is first in the schema. */
function BookForm({ defaultValues, children, ...props }: BookFormProps) {
  const form = useForm({
    schema,
    defaultValues: { title: "", author: "", email: "", publisher: null, ...defaultValues },
  });
  return (
    <Form form={form} onSubmit={submit} submitErrors={submitErrors} {...props}>
      <FormField>
        <FormFieldLabel>Title</FormFieldLabel>
        <FormFieldController control={form.control} name="title" type="text" />
        <FormFieldHelper>As printed on the cover</FormFieldHelper>
      </FormField>
      <FormField>
        <FormFieldLabel>Author</FormFieldLabel>
        <FormFieldController control={form.control} name="author" type="text" />
      </FormField>
      <FormField>
        <FormFieldLabel>Email</FormFieldLabel>
        <FormFieldController control={form.control} name="email" type="email" />
      </FormField>
      {children}
      <FormSubmit>Save</FormSubmit>
    </Form>
  );
}

const manySchema = z.object(
  Object.fromEntries([5, 1, 4, 2, 3].map((number) => [`field${number}`, text.required()])),
);

function ManyFields() {
  const form = useForm<z.infer<typeof manySchema>, z.infer<typeof manySchema>>({
    schema: manySchema,
    defaultValues: {},
  });
  return (
    <Form form={form} onSubmit={submit as never}>
      {[1, 2, 3, 4, 5].map((number) => (
        <FormField key={number}>
          <FormFieldLabel>Field {number}</FormFieldLabel>
          <FormFieldController control={form.control} name={`field${number}`} type="text" />
        </FormField>
      ))}
      <FormSubmit>Save</FormSubmit>
    </Form>
  );
}

const filled = { title: "Kindred", author: "Octavia E. Butler" };
const title = () => page.getByLabelText("Title");
const author = () => page.getByLabelText("Author");
const save = () => page.getByRole("button", { name: "Save" });
const summary = () => page.getByRole("group", { name: /problem/ });
const apiError = (code: string, data?: unknown) => Object.assign(new Error(code), { code, data });

describe("submitting", () => {
  test("submits the schema's output", async () => {
    await renderComponent(<BookForm defaultValues={filled} />);
    await userEvent.fill(title(), "  Kindred ");
    await save().click();
    await expect
      .poll(() => submit.mock.calls)
      .toEqual([[{ title: "Kindred", author: "Octavia E. Butler", email: "", publisher: null }]]);
  });

  test("each mode of a text field submits what its schema makes of blank and padded text", async () => {
    const modes = z.object({
      required: text.required(),
      nullable: text.nullable(),
      nullish: text.nullish(),
      optional: text.optional(),
    });
    const defaultValues = { required: "", nullable: null, nullish: null, optional: "" };
    const names = Object.keys(defaultValues) as (keyof typeof defaultValues)[];
    const send = vi.fn<(values: z.output<typeof modes>) => void>();
    function ModesForm() {
      const form = useForm({ schema: modes, defaultValues });
      return (
        <Form form={form} onSubmit={send}>
          {names.map((name) => (
            <FormField key={name}>
              <FormFieldLabel>{name}</FormFieldLabel>
              <FormFieldController control={form.control} name={name} type="text" />
            </FormField>
          ))}
          <FormSubmit>Save</FormSubmit>
        </Form>
      );
    }
    await renderComponent(<ModesForm />);
    const fill = async (typed: string) => {
      for (const name of names) await userEvent.fill(page.getByLabelText(new RegExp(`^${name}`)), typed);
      await save().click();
    };
    await fill("   ");
    await expect.element(page.getByText("Required")).toBeVisible();
    expect(page.getByText("Required").elements()).toHaveLength(1);
    expect(send).not.toHaveBeenCalled();
    await userEvent.fill(page.getByLabelText("required"), " x ");
    await save().click();
    await expect
      .poll(() => send.mock.calls)
      .toEqual([[{ required: "x", nullable: null, nullish: null, optional: undefined }]]);
    await fill("  y ");
    await expect
      .poll(() => send.mock.lastCall)
      .toEqual([{ required: "y", nullable: "y", nullish: "y", optional: "y" }]);
  });

  test("a second Enter or click during a submit is ignored", async () => {
    const sending = Promise.withResolvers<void>();
    submit.mockReturnValue(sending.promise);
    await renderComponent(<BookForm defaultValues={filled} />);
    await title().click();
    await userEvent.keyboard("{Enter}{Enter}");
    await expect.element(save()).toHaveAttribute("aria-busy", "true");
    await userEvent.keyboard("{Enter}");
    (save().element() as HTMLButtonElement).click();
    sending.resolve();
    await expect.element(save()).toHaveAttribute("aria-busy", "false");
    expect(submit).toHaveBeenCalledOnce();

    await userEvent.keyboard("{Enter}");
    await expect.poll(() => submit).toHaveBeenCalledTimes(2);
  });

  test("two submits before the next rendering submit once", async () => {
    await renderComponent(<BookForm defaultValues={filled} />);
    const { form } = title().element() as HTMLInputElement;
    form?.requestSubmit();
    form?.requestSubmit();
    await expect.poll(() => submit).toHaveBeenCalledOnce();
    await expect.element(save()).toHaveAttribute("aria-busy", "false");
    expect(submit).toHaveBeenCalledOnce();
  });

  test("without onSubmit it warns and submits nothing", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    await renderComponent(<BookForm defaultValues={filled} onSubmit={undefined} />);
    await save().click();
    expect(warn.mock.calls).toEqual([["Missing onSubmit method on <Form>"]]);
    await expect.element(save()).toHaveAttribute("aria-busy", "false");
    await expect.element(title()).toHaveValue("Kindred");
  });

  test("the browser's own validation is off", async () => {
    await renderComponent(<BookForm defaultValues={filled} />);
    await userEvent.fill(page.getByLabelText("Email (optional)"), "nobody");
    await save().click();
    await expect.element(page.getByText("This value isn’t valid")).toBeVisible();
    expect(submit).not.toHaveBeenCalled();
  });

  test("a form inside another form's React tree submits only itself", async () => {
    const outer = vi.fn<() => void>();
    await renderComponent(
      // A dialog's form is elsewhere in the document, but its React events bubble to this form.
      <div onSubmit={outer}>
        <BookForm defaultValues={filled} />
      </div>,
    );
    await save().click();
    await expect.poll(() => submit).toHaveBeenCalledOnce();
    expect(outer).not.toHaveBeenCalled();
  });
});

describe("invalid fields", () => {
  test("a single one gets the focus and is described by the message below it", async () => {
    await renderComponent(<BookForm defaultValues={{ ...filled, title: " " }} />);
    await save().click();
    await expect.element(title()).toHaveFocus();
    await expect.element(title()).toHaveAttribute("aria-invalid", "true");
    await expect.element(title()).toHaveAccessibleDescription("As printed on the cover Required");
    const error = page.getByText("Required").element();
    expect(error.parentElement?.querySelector("svg")).not.toBeNull();
    expect(error.getBoundingClientRect().top).toBeGreaterThan(
      title().element().getBoundingClientRect().bottom,
    );
    await expect.element(summary()).not.toBeInTheDocument();
    expect(submit).not.toHaveBeenCalled();
  });

  test("the error of a field is announced if the field has the focus already, and otherwise read with it", async () => {
    await renderComponent(<BookForm defaultValues={{ ...filled, title: "" }} />);
    await save().click();
    await expect.element(title()).toHaveFocus();
    await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("alert")).toHaveTextContent("Required");
  });

  test("of several, the first on the page gets the focus", async () => {
    await renderComponent(<ManyFields />);
    await save().click();
    await expect.element(page.getByLabelText("Field 1")).toHaveFocus();
    await expect.element(summary()).not.toBeInTheDocument();
    expect(page.getByText("Required").elements()).toHaveLength(5);
  });

  test("an error without a field is shown above the fields", async () => {
    await renderComponent(<BookForm defaultValues={{ ...filled, publisher: 1 as never }} />);
    await save().click();
    await expect.element(summary()).toHaveFocus();
    await expect.element(summary()).toHaveTextContent("There is a problemThis value isn’t valid");
  });

  test("a limit is shown with its number, with the language's plural", async () => {
    await renderComponent(<BookForm defaultValues={{ title: "1", author: "x".repeat(21) }} />);
    await save().click();
    await expect.element(author()).toHaveAccessibleDescription("At most 20 characters");
  });
});

test("fields that the schema accepts empty are marked as optional, the others aren't", async () => {
  await renderComponent(<BookForm />);
  const names = page
    .getByRole("textbox")
    .elements()
    .map((input) => (input as HTMLInputElement).labels?.[0]?.textContent);
  await expect.poll(() => page.getByLabelText("Email (optional)").elements().length).toBe(1);
  expect(names.slice(0, 2)).toEqual(["Title", "Author"]);
});

test("the server's labels say that a field is optional, so that hydration doesn't change them", async () => {
  function PublisherForm() {
    const form = useForm({
      schema: z.object({ publisher: text.nullable() }),
      defaultValues: { publisher: null },
    });
    return (
      <Form form={form} onSubmit={() => undefined}>
        <LabeledField label="Publisher" control={form.control} name="publisher" type="text" />
      </Form>
    );
  }
  const i18n = await loadI18n("en");
  const html = renderToString(
    <TestProviders i18n={i18n}>
      <PublisherForm />
    </TestProviders>,
  );
  expect(html).toMatch(/Publisher.*\(optional\)/);
});

test("E focuses the first field of the page, but is typed in a field and ignored if single keys are off", async () => {
  await renderComponent(<BookForm />);
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "e", bubbles: true, cancelable: true }));
  // At once, so that nothing is lost that is typed after it.
  expect(document.activeElement).toBe(title().element());
  await expect.element(title()).toHaveValue("");
  await userEvent.keyboard("e");
  await expect.element(title()).toHaveValue("e");

  saveSingleKeyShortcuts(false);
  (document.activeElement as HTMLElement).blur();
  await userEvent.keyboard("e");
  expect(document.activeElement).toBe(document.body);
});

describe("errors from the server", () => {
  test("are shown on their field, which gets the focus, and the values stay", async () => {
    submit.mockRejectedValue(apiError("BOOK_EXISTS"));
    await renderComponent(<BookForm />);
    await userEvent.fill(title(), "Kindred");
    await userEvent.fill(author(), "Octavia");
    await save().click();
    await expect.element(title()).toHaveFocus();
    await expect.element(title()).toHaveAccessibleDescription("As printed on the cover Name is not valid");
    await expect.element(title()).toHaveValue("Kindred");
    await expect.element(author()).toHaveValue("Octavia");
    await expect.element(save()).toHaveAttribute("aria-busy", "false");
  });

  test("on several fields disappear together when one field changes", async () => {
    submit.mockRejectedValueOnce(apiError("BOOK_AND_AUTHOR_EXIST"));
    await renderComponent(<BookForm defaultValues={filled} />);
    await save().click();
    await expect.element(title()).toHaveFocus();
    await expect.element(author()).toHaveAttribute("aria-invalid", "true");
    await userEvent.type(title(), "!");
    await expect.element(author()).not.toHaveAttribute("aria-invalid");
    await userEvent.keyboard("{Enter}");
    await expect.poll(() => submit).toHaveBeenCalledTimes(2);
  });

  test("that are unknown are passed to onFailure", async () => {
    const error = apiError("INTERNAL_SERVER_ERROR");
    submit.mockRejectedValue(error);
    await renderComponent(<BookForm defaultValues={filled} onFailure={fail} />);
    await save().click();
    await expect.poll(() => fail.mock.calls).toEqual([[error]]);
    await expect.element(title()).toHaveValue("Kindred");
    await expect.element(page.getByText(/^Something went wrong. Nothing/)).not.toBeInTheDocument();
  });

  test("that are known are shown by the form, too", async () => {
    submit.mockRejectedValue(apiError("SERVICE_UNAVAILABLE"));
    await renderComponent(<BookForm defaultValues={filled} onFailure={fail} />);
    await save().click();
    await expect.element(page.getByText(/^The service is unavailable right now/)).toBeVisible();
    expect(fail).toHaveBeenCalledTimes(1);
    await expect.element(title()).toHaveValue("Kindred");
  });

  test("the next submit dismisses the toast of a failed one, which says no longer what is so", async () => {
    submit.mockRejectedValueOnce(apiError("INTERNAL_SERVER_ERROR")).mockResolvedValue(undefined);
    await renderComponent(
      <>
        <BookForm defaultValues={filled} onFailure={() => toast.error("Failed to create book")} />
        <Toaster />
      </>,
    );
    await save().click();
    await expect.element(page.getByText("Failed to create book")).toBeVisible();
    await save().click();
    await expect.element(page.getByText("Failed to create book")).not.toBeInTheDocument();
    expect(submit).toHaveBeenCalledTimes(2);
  });

  test("that are unknown are shown by the form with their reference, without onFailure", async () => {
    submit.mockRejectedValueOnce(apiError("INTERNAL_SERVER_ERROR", { reference: "7f3a9c" }));
    await renderComponent(<BookForm defaultValues={filled} />);
    await userEvent.type(title(), " II");
    await save().click();
    const failure = page.getByRole("group", { name: /Something went wrong. Nothing/ });
    await expect.element(failure).toHaveFocus();
    await expect.element(failure).toMatchTextContent(/Reference: 7f3a9c/);
    await expect.element(title()).toHaveValue("Kindred II");
    expect(report).not.toHaveBeenCalled();
    await save().click();
    await expect.poll(() => submit).toHaveBeenCalledTimes(2);
    await expect.element(failure).not.toBeInTheDocument();
  });

  test("an error without a code is also reported", async () => {
    const mistake = new TypeError("undefined is not a function");
    submit.mockRejectedValue(mistake);
    await renderComponent(<BookForm defaultValues={filled} />);
    await save().click();
    await expect.element(page.getByText(/^Something went wrong. Nothing/)).toBeVisible();
    expect(report.mock.calls).toEqual([[mistake]]);
  });
});

describe("errors for developers", () => {
  const raised = (part: ReactNode) => expect(renderComponent(part)).rejects;

  function Lonely({ children }: { children: (form: ReturnType<typeof useLonely>) => ReactNode }) {
    return children(useLonely());
  }
  const useLonely = () => useForm({ schema, defaultValues: filled });

  test.each([
    ["label", <FormFieldLabel key="1">Title</FormFieldLabel>],
    ["helper", <FormFieldHelper key="2">Help</FormFieldHelper>],
    [
      "controller",
      <Lonely key="3">
        {({ control }) => <FormFieldController control={control} name="title" type="text" />}
      </Lonely>,
    ],
  ])("a %s without a field", async (_, part) => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await raised(part).toThrow("Missing <FormField /> parent component");
  });

  test("an error without a field", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await raised(
      <FormField>
        <FormFieldError />
      </FormField>,
    ).toThrow(
      'Missing <FormFieldController /> parent component or "control" and "name" props on <FormFieldError />',
    );
  });
});

test("FormFieldError can be placed anywhere, and shows a field's root message", async () => {
  const listSchema = z.object({ tags: z.array(z.string()) });
  function Tags() {
    const form = useForm({ schema: listSchema, defaultValues: { tags: [] } });
    return (
      <Form
        form={form}
        onSubmit={() => form.setError("tags.root" as "tags", { message: "auth:errors.NAME_INVALID" })}
      >
        <FormField>
          <FormFieldController
            control={form.control}
            name="tags"
            type="custom"
            displayError={false}
            render={() => <hr />}
          />
        </FormField>
        <FormFieldError control={form.control} name="tags" />
        <FormSubmit>Save</FormSubmit>
      </Form>
    );
  }
  await renderComponent(<Tags />);
  await save().click();
  await expect.element(page.getByText("Name is not valid")).toBeVisible();
  expect(page.getByText("Name is not valid").elements()).toHaveLength(1);
});
