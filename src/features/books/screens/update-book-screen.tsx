import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookQuery, useCreateBook, useUpdateBook } from "../queries.ts";
import type { Book, BookInput } from "../schema.ts";
import { BookForm } from "./book-form.tsx";
import { conflictIn, SaveConflict, type Conflict } from "./save-conflict.tsx";

/**
 * Changes a book (specification, "New book and Update book"). Where someone else saved or deleted it meanwhile, nothing
 * that was typed is lost: both versions are shown, and the person chooses.
 */
export function UpdateBookScreen({ id }: { id: string }) {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const { data } = useSuspenseQuery({ ...bookQuery(id), staleTime: Infinity });
  // What the person began with: a newer version in the cache must not become what they saw.
  const [seen, setSeen] = useState<Book>(data);
  const { mutateAsync: update } = useUpdateBook();
  const { mutateAsync: create } = useCreateBook();
  const [conflict, setConflict] = useState<Conflict>();

  const open = (book: Book) => navigate({ to: "/manager/books/$id", params: { id: book.id } });

  async function save(input: BookInput, version = seen.version) {
    try {
      await open(await update({ ...input, id, version }));
    } catch (error) {
      const found = conflictIn(error, input);
      if (found) setConflict(found);
      throw error;
    }
  }

  return (
    <>
      <PageTitle>{t("update.title")}</PageTitle>
      <PageHeader title={t("update.title")} />
      <BookForm
        // Whoever takes the other version begins with it.
        key={seen.version}
        book={seen}
        submitLabel={t("update.submit")}
        onSubmit={save}
        onFailure={(error) => !conflictIn(error) && toast.failure(t("update.failed"))}
      >
        <ButtonLink to="/manager/books/$id" params={{ id }}>
          {t("cancel")}
        </ButtonLink>
      </BookForm>
      <SaveConflict
        conflict={conflict}
        onClose={() => setConflict(undefined)}
        onKeepMine={async ({ mine, current }) =>
          current ? await save(mine, current.version) : await open(await create(mine))
        }
        onTakeTheirs={setSeen}
      />
    </>
  );
}
