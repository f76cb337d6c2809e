import type { Meta, StoryObj } from "@storybook/react-vite";
import { useEffect, useRef } from "react";
import { z } from "zod";
import { daySchema } from "#lib/day-schema.ts";
import { Heading } from "../layout/heading.tsx";
import { EveryField } from "./fixtures/every-field.tsx";
import { FormFieldController } from "./form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "./form-field.tsx";
import { FormSubmit } from "./form-submit.tsx";
import { Form } from "./form.tsx";
import { text } from "./text-modes.ts";
import { useForm } from "./use-form.ts";

export default { component: Form, title: "Form" } satisfies Meta<typeof Form>;
type Story = StoryObj;

const formats = [
  { label: "Hardcover", value: "hardcover" },
  { label: "Paperback", value: "paperback" },
  { label: "E-book", value: "e-book" },
  { label: "Audio book", value: "audio", disabled: true },
];
const genres = [
  { id: "fantasy", label: "Fantasy" },
  { id: "history", label: "History" },
  { id: "poetry", label: "Poetry", disabled: true },
];
const authors = ["Ursula K. Le Guin", "نجيب محفوظ", "Octavia E. Butler"].map((name) => ({
  id: name,
  label: name,
}));

const schema = z.object({
  title: text.required(z.string().max(200)),
  author: z.string(),
  genre: z.enum(["fantasy", "history"]),
  publisher: text.nullable(z.string().max(120)),
  summary: text.nullable(z.string().max(60)),
  price: z.int().min(0).nullable(),
  published: daySchema.nullable(),
  format: z.enum(["hardcover", "paperback", "e-book"]),
  sold: z.array(z.string()).min(1),
  email: z.email(),
  phone: text.nullable(),
  code: z.string().length(6),
  stars: z.number(),
  cover: z.instanceof(File).nullable(),
  isListed: z.boolean(),
});

const empty = {
  title: "",
  author: "",
  genre: "",
  publisher: null,
  summary: null,
  price: null,
  published: null,
  format: "",
  sold: [],
  email: "",
  phone: null,
  code: "",
  stars: 3,
  isListed: true,
} as unknown as z.input<typeof schema>;

const filled = {
  ...empty,
  title: "The Dispossessed",
  author: "Ursula K. Le Guin",
  genre: "fantasy",
  publisher: "Harper & Row",
  summary: "A physicist leaves his moon.",
  price: 1_899,
  published: "1974-05-01",
  format: "paperback",
  sold: ["hardcover", "e-book"],
  email: "ursula@example.com",
  phone: "+1 503 555 0100",
  code: "482913",
} as const satisfies z.input<typeof schema>;

type BookFormProps = {
  values?: z.input<typeof schema>;
  /** Whether it is sent as soon as it is shown. */
  isSent?: boolean;
  onSubmit?: () => unknown;
};

function BookForm({ values = empty, isSent, onSubmit = () => {} }: BookFormProps) {
  const form = useForm({ schema, defaultValues: values });
  const element = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (isSent) element.current?.requestSubmit();
  }, [isSent]);
  const { control } = form;
  return (
    <div className="mx-auto grid max-w-xl gap-6">
      <Heading>New book</Heading>
      <Form
        form={form}
        ref={element}
        onSubmit={onSubmit}
        submitErrors={{ BOOK_EXISTS: { title: "Title already used with the same author" } }}
      >
        <FormField>
          <FormFieldLabel>Title</FormFieldLabel>
          <FormFieldController control={control} name="title" type="text" />
        </FormField>
        <FormField>
          <FormFieldLabel>Author</FormFieldLabel>
          <FormFieldController control={control} name="author" type="select" allowCustom options={authors} />
          <FormFieldHelper>You can add authors that aren't in the list.</FormFieldHelper>
        </FormField>
        <div className="grid gap-6 sm:grid-cols-2">
          <FormField>
            <FormFieldLabel>Genre</FormFieldLabel>
            <FormFieldController control={control} name="genre" type="select" options={genres} />
          </FormField>
          <FormField>
            <FormFieldLabel>Publisher</FormFieldLabel>
            <FormFieldController control={control} name="publisher" type="text" />
          </FormField>
          <FormField>
            <FormFieldLabel>Price</FormFieldLabel>
            <FormFieldController control={control} name="price" type="number" inCents steppers="classic" />
          </FormField>
          <FormField>
            <FormFieldLabel>Published</FormFieldLabel>
            <FormFieldController control={control} name="published" type="date" />
          </FormField>
          <FormField>
            <FormFieldLabel>Format</FormFieldLabel>
            <FormFieldController control={control} name="format" type="radio-group" options={formats} />
          </FormField>
          <FormField>
            <FormFieldLabel>Sold as</FormFieldLabel>
            <FormFieldController control={control} name="sold" type="checkbox-group" options={formats} />
          </FormField>
        </div>
        <FormField>
          <FormFieldLabel>Summary</FormFieldLabel>
          <FormFieldController control={control} name="summary" type="textarea" />
          <FormFieldHelper>Shown beneath the title. At most 60 characters.</FormFieldHelper>
        </FormField>
        <div className="grid gap-6 sm:grid-cols-2">
          <FormField>
            <FormFieldLabel>Email</FormFieldLabel>
            <FormFieldController control={control} name="email" type="email" />
          </FormField>
          <FormField>
            <FormFieldLabel>Phone</FormFieldLabel>
            <FormFieldController control={control} name="phone" type="tel" />
          </FormField>
        </div>
        <FormField>
          <FormFieldLabel>Code</FormFieldLabel>
          <FormFieldController control={control} name="code" type="otp" length={6} />
        </FormField>
        <FormField>
          <FormFieldLabel>Stars</FormFieldLabel>
          <FormFieldController
            control={control}
            name="stars"
            type="custom"
            render={({ field, attributes }) => (
              <input type="range" min={1} max={5} {...field} {...attributes} />
            )}
          />
        </FormField>
        <FormField>
          <FormFieldController
            control={control}
            name="isListed"
            type="checkbox"
            label="Show it in the catalogue"
          />
        </FormField>
        <div>
          <FormSubmit>Create</FormSubmit>
        </div>
      </Form>
    </div>
  );
}

const fail = (error: Error) => () => Promise.reject(error);
const answer = (code: string, data?: unknown) => Object.assign(new Error(code), { code, data });

export const EveryFieldType: Story = { render: () => <EveryField /> };
export const Empty: Story = { render: () => <BookForm /> };
export const Filled: Story = { render: () => <BookForm values={filled} /> };
export const SeveralProblems: Story = { render: () => <BookForm isSent /> };
export const OneProblem: Story = { render: () => <BookForm isSent values={{ ...filled, title: " " }} /> };
export const ServerError: Story = {
  render: () => <BookForm isSent values={filled} onSubmit={fail(answer("BOOK_EXISTS"))} />,
};
export const Failed: Story = {
  render: () => (
    <BookForm
      isSent
      values={filled}
      onSubmit={fail(answer("INTERNAL_SERVER_ERROR", { reference: "7f3a9c" }))}
    />
  ),
};
export const Busy: Story = {
  render: () => <BookForm isSent values={filled} onSubmit={() => new Promise(() => {})} />,
};
