import { renderToString } from "react-dom/server";
import { expect, test } from "vitest";
import { z } from "zod";
import { daySchema } from "#lib/day-schema.ts";
import { loadI18n, TestProviders } from "../../../testing/components/providers.tsx";
import { FormFieldController } from "./form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "./form-field.tsx";
import { FormSubmit } from "./form-submit.tsx";
import { Form } from "./form.tsx";
import { useForm } from "./use-form.ts";

const schema = z.object({
  title: z.string(),
  summary: z.string(),
  author: z.string(),
  genre: z.string(),
  price: z.number(),
  published: daySchema,
  format: z.string(),
  sold: z.array(z.string()),
  isListed: z.boolean(),
});
const formats = [
  { label: "Hardcover", value: "hardcover" },
  { label: "Paperback", value: "paperback" },
];

function BookForm() {
  const { control, ...form } = useForm({
    schema,
    defaultValues: {
      title: "Kindred",
      summary: "She travels in time.",
      author: "Octavia E. Butler",
      genre: "sf",
      price: 1_899,
      published: "1979-06-01",
      format: "paperback",
      sold: ["hardcover"],
      isListed: true,
    },
  });
  return (
    <Form form={{ control, ...form }} onSubmit={() => {}}>
      <FormField>
        <FormFieldLabel>Title</FormFieldLabel>
        <FormFieldController control={control} name="title" type="text" />
        <FormFieldHelper>As on the cover</FormFieldHelper>
      </FormField>
      <FormField>
        <FormFieldLabel>Summary</FormFieldLabel>
        <FormFieldController control={control} name="summary" type="textarea" />
      </FormField>
      <FormField>
        <FormFieldLabel>Author</FormFieldLabel>
        <FormFieldController control={control} name="author" type="select" allowCustom options={[]} />
      </FormField>
      <FormField>
        <FormFieldLabel>Genre</FormFieldLabel>
        <FormFieldController
          control={control}
          name="genre"
          type="select"
          options={[{ id: "sf", label: "Science fiction" }]}
        />
      </FormField>
      <FormField>
        <FormFieldLabel>Price</FormFieldLabel>
        <FormFieldController control={control} name="price" type="number" inCents />
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
      <FormField>
        <FormFieldController control={control} name="isListed" type="checkbox" label="Show it" />
      </FormField>
      <FormSubmit>Save</FormSubmit>
    </Form>
  );
}

test("the server's page shows labels, values and help, and a form that the browser doesn't send itself", async () => {
  const i18n = await loadI18n("en");
  const html = renderToString(
    <TestProviders i18n={i18n}>
      <BookForm />
    </TestProviders>,
  );
  for (const label of ["Title", "Summary", "Author", "Genre", "Price", "Published", "Format", "Sold as"])
    expect(html).toContain(`>${label}</label>`);
  for (const value of ["Kindred", "Octavia E. Butler", "Science fiction", "18.99", "01/06/1979"])
    expect(html).toContain(`value="${value}"`);
  expect(html).toContain(">She travels in time.</textarea>");
  expect(html).toContain("As on the cover");
  expect(html).toMatch(/<input [^>]*type="radio" name="format" checked="" value="paperback"/);
  expect(html.match(/<input [^>]*type="checkbox"[^>]* checked=""/g)).toHaveLength(2);
  expect(html).toMatch(/<form[^>]* method="dialog"/);
});
