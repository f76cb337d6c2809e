import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useState, type ReactNode, type Ref } from "react";
import { useWatch, type Control } from "react-hook-form";
import { useTranslation } from "react-i18next";
import { genresQuery } from "#features/genres/shared/queries.ts";
import { FormFieldController } from "#ui/form/form-field-controller.tsx";
import { FormField, FormFieldLabel } from "#ui/form/form-field.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { Form } from "#ui/form/form.tsx";
import { useForm } from "#ui/form/use-form.ts";
import { Cover } from "../cover/cover.tsx";
import { namesQuery } from "../queries.ts";
import { bookInputSchema, type Book, type BookInput } from "../schema.ts";

/** What the fields hold: nothing is chosen yet. */
type Typed = { title: string; author: string | null; genreId: string | null; publisher: string | null };

/** Which texts stand on which fields when the server refuses a book (schema and contract: "fields"). */
const refusals = {
  DUPLICATE_BOOK: { title: "books:errors.titleUsed", author: "books:errors.authorHasTitle" },
  GENRE_NOT_FOUND: { genreId: "books:errors.genreGone" },
};

type BookFormProps = {
  /** What is changed; a new book without it. */
  book?: Book;
  submitLabel: string;
  onSubmit: (input: BookInput) => Promise<unknown>;
  /** Gets what the fields can't say. */
  onFailure: (error: unknown) => void;
  ref?: Ref<HTMLFormElement>;
  /** Other buttons beside the one that saves. */
  children?: ReactNode;
};

/** A book's fields, and its cover as it will be drawn. */
export function BookForm({ book, submitLabel, onSubmit, onFailure, ref, children }: BookFormProps) {
  const { t } = useTranslation("books");
  const { data: genres } = useSuspenseQuery(genresQuery);
  const form = useForm<Typed, BookInput>({
    schema: bookInputSchema as never,
    defaultValues: typedOf(book),
  });

  return (
    <Form
      ref={ref}
      form={form}
      onSubmit={onSubmit}
      errors={refusals}
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
      <LiveCover control={form.control} hueOf={(id) => genres.find((genre) => genre.id === id)?.hue} />
    </Form>
  );
}

function typedOf(book: Book | undefined): Typed {
  return {
    title: book?.title ?? "",
    author: book?.author ?? null,
    genreId: book?.genre.id ?? null,
    publisher: book?.publisher ?? null,
  };
}

type NameFieldProps = {
  control: Control<Typed, unknown, BookInput>;
  name: "author" | "publisher";
  clearable?: boolean;
};

/** A name that books already have, or a new one. */
function NameField({ control, name, clearable }: NameFieldProps) {
  const [searchTerm, setSearchTerm] = useState("");
  const { data: names = [], isFetching } = useQuery({
    ...namesQuery(name, searchTerm),
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
  control: Control<Typed, unknown, BookInput>;
  hueOf: (genreId: string | null) => number | undefined;
};

/** The cover that the typed book would have. */
function LiveCover({ control, hueOf }: LiveCoverProps) {
  const { t } = useTranslation("books");
  const [title, author, genreId] = useWatch({ control, name: ["title", "author", "genreId"] });
  return (
    <div className="mx-auto w-full max-w-52 max-md:order-first max-md:max-w-36">
      <Cover
        title={title.trim() || t("fields.title")}
        author={author?.trim() || t("fields.author")}
        hue={hueOf(genreId) ?? hueWithoutGenre}
        size="card"
      />
    </div>
  );
}
