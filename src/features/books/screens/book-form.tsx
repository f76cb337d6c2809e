import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Control } from "react-hook-form";
import { useTranslation } from "#i18n/use-translation.tsx";
import { genresQuery } from "#features/genres/queries.ts";
import type { FormValues, RecordFormProps } from "#resource/ui/record/record-form-props.ts";
import { Form } from "#ui/form/form.tsx";
import { LabeledField } from "#ui/form/labeled-field.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { suggestionsQuery } from "../queries.ts";
import { draftSchema, emptyValues, type BookDraft } from "./book-draft.ts";
import { coverErrors, CoverField, useCoverUpload } from "./cover-field.tsx";

/** The texts for the fields, by error code. */
const submitErrors = {
  DUPLICATE_BOOK: { title: "books:errors.titleUsed", author: "books:errors.authorHasTitle" },
  GENRE_NOT_FOUND: { genreId: "books:errors.genreGone" },
  ...coverErrors, // optional: images
};

/** A book's fields. */
export function BookForm({ draft, onSubmit, onFailure, ref, buttons }: RecordFormProps<BookDraft>) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const form = useForm<FormValues<BookDraft>, BookDraft>({
    schema: draftSchema,
    defaultValues: draft ?? emptyValues,
  });
  const { control } = form;
  const cover = useCoverUpload(form); // optional: images

  async function save(values: BookDraft) {
    await cover.settle(values); // optional: images
    await onSubmit(values, form);
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
          type="select"
          options={genres.map(({ id, name }) => ({ id, label: name }))}
        />
        <NameField label={t("fields.publisher")} control={control} name="publisher" clearable />
      </div>
      <CoverField control={control} upload={cover.upload} /> {/* optional: images */}
      {buttons}
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
      type="select"
      allowCustom
      clearable={clearable}
      options={names.map((label) => ({ id: label, label }))}
      onSearch={setSearchTerm}
      isLoading={isFetching}
    />
  );
}
