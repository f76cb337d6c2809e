import { useSuspenseQuery } from "@tanstack/react-query";
import { useWatch, type Control } from "react-hook-form";
import { genresQuery } from "#features/genres/queries.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ImageField } from "#resource/ui/image-field/image-field.tsx";
import { imageFormErrors, imageProblemTexts } from "#resource/ui/image-field/image-problems.ts";
import { useImageUpload, type ImageUpload } from "#resource/ui/image-field/use-image-upload.ts";
import type { FormValues } from "#resource/ui/record/record-form-props.ts";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import type { FormState } from "#ui/form/use-form.ts";
import { PicturedCover } from "../cover/cover-picture.tsx";
import { coverAspectRatio } from "../cover/cover-schema.ts";
import type { BookDraft } from "./book-draft.ts";
import "./cover-field.css";

/** The texts for the cover field, by error code. */
export const coverErrors = {
  COVER_NOT_FOUND: { cover: "books:errors.coverGone" },
  ...imageFormErrors("cover"),
} as const;

type BookControl = Control<FormValues<BookDraft>, unknown, BookDraft>;

/** Uploads the cover of a form. */
export function useCoverUpload({
  setValue,
  getValues,
  setError,
  clearErrors,
}: FormState<FormValues<BookDraft>, BookDraft>) {
  const upload = useImageUpload({
    url: "/api/covers",
    onUploaded: (cover) => setValue("cover", cover, { shouldDirty: true }),
    onProblem: (problem) =>
      problem
        ? setError("cover", { type: "upload", message: imageProblemTexts[problem] })
        : clearErrors("cover"),
  });
  return {
    upload,
    /** Waits for a running upload, and adds its image to a valid draft. */
    async settle(draft: BookDraft) {
      await upload.settle();
      draft.cover = getValues("cover");
    },
  };
}

/** The generated cover's hue until a genre is chosen. */
const defaultHue = 85;

/** The cover field, whose generated cover follows the form's values. On wide screens it is beside the others. */
export function CoverField({ control, upload }: { control: BookControl; upload: ImageUpload }) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const [title, author, genreId] = useWatch({ control, name: ["title", "author", "genreId"] });
  const generated = {
    title: title?.trim() || t("fields.title"),
    author: author?.trim() || t("fields.author"),
    hue: genres.find(({ id }) => id === genreId)?.hue ?? defaultHue,
  };
  return (
    <FormField name="cover" className="cover-field">
      <FormFieldLabel>{t("cover.label")}</FormFieldLabel>
      <FormFieldController
        control={control}
        name="cover"
        type="custom"
        render={({ field, attributes }) => (
          <ImageField
            field={field}
            attributes={attributes}
            upload={upload}
            aspectRatio={coverAspectRatio}
            preview={(image, chosen) => (
              <PicturedCover {...generated} picture={image} isFirst>
                {chosen}
              </PicturedCover>
            )}
          />
        )}
      />
      <FormFieldHelper>{t("cover.hint")}</FormFieldHelper>
      <LeaveGuard isChanged={() => upload.isUnguarded(control._getDirty())} />
    </FormField>
  );
}
