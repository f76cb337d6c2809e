import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useWatch, type Control } from "react-hook-form";
import type { z } from "zod";
import { useTranslation } from "#i18n/use-translation.tsx";
import { genresQuery } from "#features/genres/queries.ts";
import { storedImageSchema } from "#resource/image-schema.ts";
import { ImageField } from "#resource/ui/image-field/image-field.tsx";
import { imageFormErrors, imageProblemTexts } from "#resource/ui/image-field/image-problems.ts";
import { useImageUpload, type ImageUpload } from "#resource/ui/image-field/use-image-upload.ts";
import type { FormValues, RecordFormProps } from "#resource/ui/record/record-form-props.ts";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { ComboboxField, SelectField } from "#ui/form/select-fields.tsx";
import { suggestionsQuery } from "../queries.ts";
import { Cover } from "../cover/cover.tsx";
import { bookInputSchema, coverAspectRatio, type Book, type BookInput } from "../schema.ts";

const draftSchema = bookInputSchema.omit({ coverId: true }).extend({ cover: storedImageSchema.nullable() });

/** A validated book, with its cover. */
export type BookDraft = z.infer<typeof draftSchema>;

/** A book as the form's values. */
export function toBookDraft({ title, author, genre, publisher, cover }: Book): BookDraft {
  return { title, author, genreId: genre.id, publisher, cover };
}

const emptyValues: FormValues<BookDraft> = {
  title: "",
  author: null,
  genreId: null,
  publisher: null,
  cover: null,
};

/** Converts a draft to the operations' input. */
export function toBookInput({ cover, ...draft }: BookDraft): BookInput {
  return { ...draft, coverId: cover?.id ?? null };
}

/** The texts for the fields, by error code. */
const submitErrors = {
  DUPLICATE_BOOK: { title: "books:errors.titleUsed", author: "books:errors.authorHasTitle" },
  GENRE_NOT_FOUND: { genreId: "books:errors.genreGone" },
  COVER_NOT_FOUND: { cover: "books:errors.coverGone" },
  ...imageFormErrors("cover"),
};

/** A book's fields and cover. Saving waits for a running cover upload. */
export function BookForm({ draft, onSubmit, onFailure, ref, buttons }: RecordFormProps<BookDraft>) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const form = useForm<FormValues<BookDraft>, BookDraft>({
    schema: draftSchema,
    defaultValues: draft ?? emptyValues,
  });
  const { control, setValue, getValues, setError, clearErrors } = form;
  const upload = useImageUpload({
    url: "/api/covers",
    onUploaded: (cover) => setValue("cover", cover, { shouldDirty: true }),
    onProblem: (problem) =>
      problem
        ? setError("cover", { type: "upload", message: imageProblemTexts[problem] })
        : clearErrors("cover"),
  });

  async function save(values: BookDraft) {
    await upload.settle();
    await onSubmit({ ...values, cover: getValues("cover") }, form);
  }

  return (
    <Form
      ref={ref}
      form={form}
      onSubmit={save}
      submitErrors={submitErrors}
      onFailure={onFailure}
      className="mt-6 grid max-w-reading gap-6"
    >
      <div className="grid items-start gap-x-8 gap-y-6 md:grid-cols-[minmax(0,1fr)_13rem] md:grid-rows-[auto_1fr] lg:gap-x-12">
        <div className="grid gap-6">
          <LabeledField
            label={t("fields.title")}
            control={control}
            name="title"
            type="text"
            dir="auto"
            autoFocus={!draft}
          />
          <NameField label={t("fields.author")} control={control} name="author" />
          <LabeledField
            label={t("fields.genre")}
            control={control}
            name="genreId"
            type={SelectField}
            options={genres.map(({ id, name }) => ({ id, label: name }))}
          />
          <NameField label={t("fields.publisher")} control={control} name="publisher" clearable />
        </div>
        <BookCoverField
          control={control}
          upload={upload}
          hueOf={(id) => genres.find((genre) => genre.id === id)?.hue}
        />
        {buttons}
      </div>
      <LeaveGuard isChanged={() => upload.isUnguarded(control._getDirty())} />
    </Form>
  );
}

type NameFieldProps = {
  label: string;
  control: Control<FormValues<BookDraft>, unknown, BookDraft>;
  name: "author" | "publisher";
  clearable?: boolean;
};

/** An author or publisher: an existing name or a new one. */
function NameField({ label, control, name, clearable }: NameFieldProps) {
  const [searchTerm, setSearchTerm] = useState("");
  const { data: names = [], isFetching } = useQuery({
    ...suggestionsQuery(name, searchTerm),
    placeholderData: keepPreviousData,
  });
  return (
    <LabeledField
      label={label}
      control={control}
      name={name}
      type={ComboboxField}
      clearable={clearable}
      options={names.map((label) => ({ id: label, label }))}
      onSearch={setSearchTerm}
      isLoading={isFetching}
    />
  );
}

/** The generated cover's hue until a genre is chosen. */
const defaultHue = 85;

type BookCoverFieldProps = {
  control: Control<FormValues<BookDraft>, unknown, BookDraft>;
  upload: ImageUpload;
  hueOf: (genreId: string | null) => number | undefined;
};

/** The cover field, whose generated cover follows the form's values. */
function BookCoverField({ control, upload, hueOf }: BookCoverFieldProps) {
  const { t } = useTranslation("books");
  const [title, author, genreId] = useWatch({ control, name: ["title", "author", "genreId"] });
  const generated = {
    title: title?.trim() || t("fields.title"),
    author: author?.trim() || t("fields.author"),
    hue: hueOf(genreId) ?? defaultHue,
  };
  return (
    <FormField name="cover" className="md:row-span-2">
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
              <Cover {...generated} picture={image} isFirst>
                {chosen}
              </Cover>
            )}
          />
        )}
      />
      <FormFieldHelper>{t("cover.hint")}</FormFieldHelper>
    </FormField>
  );
}
