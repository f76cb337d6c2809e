import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { bookCoverSchema, type BookCover } from "../../schema.ts";
import { CoverField } from "./cover-field.tsx";
import { coverFormErrors, coverProblemTexts } from "./cover-problems.ts";
import { useCoverUpload, type CoverUpload } from "./use-cover-upload.ts";

const schema = z.object({ title: z.string(), cover: bookCoverSchema.nullable() });
type Values = z.infer<typeof schema>;

type CoverFormProps = {
  cover?: BookCover | null;
  onSave?: (values: Values) => void;
  /** Overrides the real state of the upload. */
  uploadState?: Partial<CoverUpload>;
};

/** A form with a title and a cover. */
export function CoverForm({ cover = null, onSave = () => {}, uploadState }: CoverFormProps) {
  const { t } = useTranslation("books");
  const form = useForm<Values, Values>({
    schema,
    defaultValues: { title: "Middlemarch", cover },
  });
  const upload = useCoverUpload({
    onUploaded: (uploaded) => form.setValue("cover", uploaded, { shouldDirty: true }),
    onProblem: (problem) =>
      problem ? form.setError("cover", { message: coverProblemTexts[problem] }) : form.clearErrors("cover"),
  });
  return (
    <Form
      form={form}
      submitErrors={coverFormErrors}
      onSubmit={async (values) => {
        await upload.settle();
        onSave({ ...values, cover: form.getValues("cover") });
      }}
      className="grid max-w-xs gap-6"
    >
      <FormField>
        <FormFieldLabel>{t("fields.title")}</FormFieldLabel>
        <FormFieldController control={form.control} name="title" type="text" />
      </FormField>
      <FormField>
        <FormFieldLabel>{t("cover.label")}</FormFieldLabel>
        <FormFieldController
          control={form.control}
          name="cover"
          type="custom"
          render={({ field, attributes }) => (
            <CoverField
              field={field}
              attributes={attributes}
              upload={{ ...upload, ...uploadState }}
              generated={{ title: "Middlemarch", author: "George Eliot", hue: 95 }}
            />
          )}
        />
        <FormFieldHelper>{t("cover.hint")}</FormFieldHelper>
      </FormField>
      <FormSubmit>{t("update.submit")}</FormSubmit>
    </Form>
  );
}

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="800" viewBox="0 0 60 80"><rect width="60" height="80" fill="#b5532a"/><circle cx="30" cy="34" r="16" fill="#f6d9a2"/></svg>`;

/** A chosen picture and its crop. */
export const chosen = {
  picture: { url: `data:image/svg+xml,${encodeURIComponent(svg)}`, width: 600, height: 800 },
  area: { x: 50, y: 0, width: 500, height: 800 },
};
