import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookQuery, useCreateBook, useUpdateBook } from "../queries.ts";
import type { Book } from "../schema.ts";
import { BookForm, toBookInput, type BookDraft } from "./book-form.tsx";
import { BookConflictAlert } from "./book-alerts.tsx";
import { conflictOf, SaveConflict, type Conflict } from "./save-conflict.tsx";

/**
 * Changes a book (specification, "New book and Update book"). Where someone else saved or deleted it meanwhile, nothing
 * that was typed is lost: both versions are shown, and the person chooses.
 */
export function UpdateBookScreen({ id }: { id: string }) {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const { data, error } = useSuspenseQuery({ ...bookQuery(id), staleTime: Infinity });
  // What the person began with: a newer version in the cache must not become what they saw.
  const [seen, setSeen] = useState<Book>(data);
  const form = useRef<HTMLFormElement>(null);
  // What saving replaces: a version that the person has seen, or nothing where the book is gone.
  const replaced = useRef<number | undefined>(data.version);
  const { mutateAsync: update, isPending, isSuccess } = useUpdateBook();
  const { mutateAsync: create } = useCreateBook();
  const [conflict, setConflict] = useState<Conflict>();
  const [isChoosing, setChoosing] = useState(false);
  const known = Math.max(seen.version, conflict?.current?.version ?? 0);

  async function save(draft: BookDraft) {
    const version = replaced.current;
    const input = toBookInput(draft);
    try {
      const saved = version === undefined ? await create(input) : await update({ ...input, id, version });
      await navigate({ to: "/manager/books/$id", params: { id: saved.id }, state: true });
    } catch (error) {
      const found = conflictOf(error);
      if (found) {
        setConflict({ mine: draft, ...found });
        setChoosing(true);
      }
      throw error;
    }
  }

  function keepMine(current: Book | undefined) {
    setChoosing(false);
    replaced.current = current?.version;
    form.current?.requestSubmit();
  }

  function takeTheirs(current: Book) {
    setChoosing(false);
    replaced.current = current.version;
    setSeen(current);
  }

  return (
    <>
      <PageTitle>{t("update.title")}</PageTitle>
      <PageHeader title={t("update.title")} />
      {/* Not what is being saved here. */}
      <BookConflictAlert isChanged={data.version > known && !isPending && !isSuccess} error={error} />
      <BookForm
        ref={form}
        // Whoever takes the other version begins with it.
        key={seen.version}
        book={seen}
        submitLabel={t("update.submit")}
        onSubmit={save}
        onFailure={(error) => !conflictOf(error) && toast.error(t("update.failed"))}
      >
        <ButtonLink to="/manager/books/$id" params={{ id }} state>
          {t("cancel")}
        </ButtonLink>
      </BookForm>
      <SaveConflict
        isOpen={isChoosing}
        conflict={conflict}
        onClose={() => setChoosing(false)}
        onKeepMine={keepMine}
        onTakeTheirs={takeTheirs}
      />
    </>
  );
}
