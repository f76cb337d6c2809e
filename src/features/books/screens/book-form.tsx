import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useCallback, useRef, useState, type ReactNode, type Ref } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { genresQuery } from "#features/genres/queries.ts";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldHelper, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { LeaveGuard } from "#ui/form/leave-guard.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { suggestionsQuery } from "../queries.ts";
import { bookCoverSchema, bookInputSchema, type Book, type BookCover, type BookInput } from "../schema.ts";
import { CoverField } from "./cover-field/cover-field.tsx";
import { coverFormErrors, coverProblemTexts } from "./cover-field/cover-problems.ts";
import { useCoverUpload, type CoverUpload } from "./cover-field/use-cover-upload.ts";

/** What the fields hold: nothing is chosen yet. */
type Typed = {
  title: string;
  author: string | null;
  genreId: string | null;
  publisher: string | null;
  cover: BookCover | null;
};

const draftSchema = bookInputSchema.omit({ coverId: true }).extend({ cover: bookCoverSchema.nullable() });

/** A book as somebody wrote it, with its cover. */
export type BookDraft = z.infer<typeof draftSchema>;

/** A draft as the operations take it. */
export function toBookInput({ cover, ...draft }: BookDraft): BookInput {
  return { ...draft, coverId: cover?.id ?? null };
}

/** Which texts stand on which fields when the server refuses a book (schema and contract: "fields"). */
const refusals = {
  DUPLICATE_BOOK: { title: "books:errors.titleUsed", author: "books:errors.authorHasTitle" },
  GENRE_NOT_FOUND: { genreId: "books:errors.genreGone" },
  COVER_NOT_FOUND: { cover: "books:errors.coverGone" },
  ...coverFormErrors,
};

type BookFormProps = {
  /** What is changed; a new book without it. */
  book?: Book;
  submitLabel: string;
  onSubmit: (draft: BookDraft) => Promise<unknown>;
  /** Gets what the fields can't say. */
  onFailure: (error: unknown) => void;
  ref?: Ref<HTMLFormElement>;
  /** Other buttons beside the one that saves. */
  children?: ReactNode;
};

/** A book's fields, and its cover as it will be. Saving waits for a cover that is on its way. */
export function BookForm({ book, submitLabel, onSubmit, onFailure, ref, children }: BookFormProps) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const form = useForm<Typed, BookDraft>({
    schema: draftSchema as never,
    defaultValues: typedOf(book),
  });
  const { control, setValue, getValues, setError, clearErrors } = form;
  const upload = useCoverUpload({
    onUploaded: (cover) => setValue("cover", cover, { shouldDirty: true }),
    onProblem: (problem) =>
      problem
        ? setError("cover", { type: "upload", message: coverProblemTexts[problem] })
        : clearErrors("cover"),
  });

  const isWaiting = useRef(false);

  async function save(draft: BookDraft) {
    isWaiting.current = true;
    try {
      await upload.settle();
    } finally {
      isWaiting.current = false;
    }
    await onSubmit({ ...draft, cover: getValues("cover") });
  }

  // What else was changed the form itself asks about, unless it is being saved, which waits for the cover.
  const { isUnfinished } = upload;
  const isCoverLost = useCallback(
    () => isUnfinished() && (isWaiting.current || !control._getDirty()),
    [control, isUnfinished],
  );

  return (
    <Form
      ref={ref}
      form={form}
      onSubmit={save}
      submitErrors={refusals}
      onFailure={onFailure}
      className="mt-6 grid items-start gap-8 md:grid-cols-[minmax(0,34rem)_13rem] lg:gap-x-16 *:[[role=group]]:col-span-full"
    >
      <div className="grid gap-6">
        <FormField>
          <FormFieldLabel>{t("fields.title")}</FormFieldLabel>
          <FormFieldController control={form.control} name="title" type="text" dir="auto" autoFocus={!book} />
        </FormField>
        <FormField>
          <FormFieldLabel>{t("fields.author")}</FormFieldLabel>
          <NameField control={form.control} name="author" />
        </FormField>
        <FormField>
          <FormFieldLabel>{t("fields.genre")}</FormFieldLabel>
          <FormFieldController
            control={form.control}
            name="genreId"
            type="select"
            options={genres.map(({ id, name }) => ({ id, label: name }))}
          />
        </FormField>
        <FormField>
          <FormFieldLabel>{t("fields.publisher")}</FormFieldLabel>
          <NameField control={form.control} name="publisher" clearable />
        </FormField>
        <div className="flex flex-wrap gap-3">
          <FormSubmit>{submitLabel}</FormSubmit>
          {children}
        </div>
      </div>
      <LiveCover
        control={form.control}
        upload={upload}
        hueOf={(id) => genres.find((genre) => genre.id === id)?.hue}
      />
      <LeaveGuard isChanged={isCoverLost} />
    </Form>
  );
}

function typedOf(book: Book | undefined): Typed {
  return {
    title: book?.title ?? "",
    author: book?.author ?? null,
    genreId: book?.genre.id ?? null,
    publisher: book?.publisher ?? null,
    cover: book?.cover ?? null,
  };
}

type NameFieldProps = {
  control: Control<Typed, unknown, BookDraft>;
  name: "author" | "publisher";
  clearable?: boolean;
};

/** A name that books already have, or a new one. */
function NameField({ control, name, clearable }: NameFieldProps) {
  const [searchTerm, setSearchTerm] = useState("");
  const { data: names = [], isFetching } = useQuery({
    ...suggestionsQuery(name, searchTerm),
    placeholderData: keepPreviousData,
  });
  return (
    <FormFieldController
      control={control}
      name={name}
      type="combobox"
      clearable={clearable}
      options={names.map((label) => ({ id: label, label }))}
      onSearch={setSearchTerm}
      isLoading={isFetching}
    />
  );
}

/** Neither light nor loud, until a genre is chosen. */
const hueWithoutGenre = 85;

type LiveCoverProps = {
  control: Control<Typed, unknown, BookDraft>;
  upload: CoverUpload;
  hueOf: (genreId: string | null) => number | undefined;
};

/** The cover that the typed book would have, to be replaced by a picture. */
function LiveCover({ control, upload, hueOf }: LiveCoverProps) {
  const { t } = useTranslation("books");
  const [title, author, genreId] = useWatch({ control, name: ["title", "author", "genreId"] });
  const drawn = {
    title: title.trim() || t("fields.title"),
    author: author?.trim() || t("fields.author"),
    hue: hueOf(genreId) ?? hueWithoutGenre,
  };
  return (
    <FormField className="max-md:order-first">
      <FormFieldLabel>{t("cover.label")}</FormFieldLabel>
      <FormFieldController
        control={control}
        name="cover"
        type="custom"
        render={({ field, attributes }) => (
          <CoverField field={field} attributes={attributes} upload={upload} drawn={drawn} />
        )}
      />
      <FormFieldHelper>{t("cover.hint")}</FormFieldHelper>
    </FormField>
  );
}
