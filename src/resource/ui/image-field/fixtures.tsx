import { z } from "zod";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { storedImageSchema, type StoredImage } from "../../image-schema.ts";
import { ImageField } from "./image-field.tsx";
import { imageFormErrors, imageProblemTexts } from "./image-problems.ts";
import { useImageUpload, type ImageUpload } from "./use-image-upload.ts";

const schema = z.object({ title: z.string().min(1), image: storedImageSchema.nullable() });
type Values = z.infer<typeof schema>;

type ImageFormProps = {
  image?: StoredImage | null;
  onSave?: (values: Values) => void;
  /** Overrides the real state of the upload. */
  uploadState?: Partial<ImageUpload>;
};

/** A form with a title and an image. */
export function ImageForm({ image = null, onSave = () => {}, uploadState }: ImageFormProps) {
  const form = useForm<Values, Values>({
    schema,
    defaultValues: { title: "Middlemarch", image },
  });
  const upload = useImageUpload({
    url: "/api/images",
    onUploaded: (uploaded) => form.setValue("image", uploaded, { shouldDirty: true }),
    onProblem: (problem) =>
      problem
        ? form.setError("image", { type: "upload", message: imageProblemTexts[problem] })
        : form.clearErrors("image"),
  });
  return (
    <Form
      form={form}
      submitErrors={imageFormErrors("image")}
      onSubmit={async (values) => {
        await upload.settle();
        onSave({ ...values, image: form.getValues("image") });
      }}
      className="grid max-w-xs gap-6"
    >
      <FormField>
        <FormFieldLabel>Title</FormFieldLabel>
        <FormFieldController control={form.control} name="title" type="text" />
      </FormField>
      <FormField>
        <FormFieldLabel>Image</FormFieldLabel>
        <FormFieldController
          control={form.control}
          name="image"
          type="custom"
          render={({ field, attributes }) => (
            <ImageField
              field={field}
              attributes={attributes}
              upload={{ ...upload, ...uploadState }}
              aspectRatio={5 / 8}
              preview={(stored, shown) => (
                <div className="relative grid aspect-5/8 place-items-center bg-muted">
                  {stored ? `Image ${stored.id.slice(0, 4)}` : "No image"}
                  {shown}
                </div>
              )}
            />
          )}
        />
        <FormFieldHelper>Drop an image here</FormFieldHelper>
      </FormField>
      <FormSubmit>Save</FormSubmit>
    </Form>
  );
}
