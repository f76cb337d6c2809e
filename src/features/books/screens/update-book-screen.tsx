import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { apiErrorOf } from "#lib/api-error.ts";
import { useCreateRecord, useUpdateRecord } from "#resource/queries.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { bookQuery, bookRecords } from "../queries.ts";
import type { Book } from "../schema.ts";
import { BookForm, toBookInput, type BookDraft } from "./book-form.tsx";
import { conflictOf, SaveConflict, type Conflict } from "./save-conflict.tsx";

/** Edits a book. If someone else has changed it meanwhile, the user chooses between the two versions. */
export function UpdateBookScreen({ id }: { id: string }) {
  const { t } = useTranslation("books");
  const navigate = useNavigate();
  const { data, error } = useSuspenseQuery({ ...bookQuery(id), staleTime: Infinity });
  // The version that the form starts with, while the query may have a newer one.
  const [initialBook, setInitialBook] = useState<Book>(data);
  const form = useRef<HTMLFormElement>(null);
  // The version that saving replaces; undefined if the book was deleted.
  const baseVersion = useRef<number | undefined>(data.version);
  const { mutateAsync: update, isPending, isSuccess } = useUpdateRecord(bookRecords);
  const { mutateAsync: create } = useCreateRecord(bookRecords);
  const [conflict, setConflict] = useState<Conflict>();
  const [isChoosing, setChoosing] = useState(false);
  const knownVersion = Math.max(initialBook.version, conflict?.current?.version ?? 0);

  async function save(draft: BookDraft) {
    const version = baseVersion.current;
    const input = toBookInput(draft);
    try {
      const saved = version === undefined ? await create(input) : await update({ ...input, id, version });
      await navigate({ to: "/manager/books/$id", params: { id: saved.id }, state: true });
    } catch (error) {
      const newConflict = conflictOf(error);
      if (newConflict) {
        setConflict({ mine: draft, ...newConflict });
        setChoosing(true);
      }
      throw error;
    }
  }

  function keepMine(current: Book | undefined) {
    setChoosing(false);
    baseVersion.current = current?.version;
    form.current?.requestSubmit();
  }

  function takeTheirs(current: Book) {
    setChoosing(false);
    baseVersion.current = current.version;
    setInitialBook(current);
  }

  return (
    <>
      <PageTitle>{t("update.title")}</PageTitle>
      <PageHeader title={t("update.title")} />
      {/* The user's own save isn't a conflict. */}
      <BookConflictAlert isChanged={data.version > knownVersion && !isPending && !isSuccess} error={error} />
      <BookForm
        ref={form}
        // Choosing the other version resets the form to it.
        key={initialBook.version}
        book={initialBook}
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

/** Shown above the form when someone else has saved or deleted the book. The user's edits stay. */
function BookConflictAlert({ isChanged, error }: { isChanged: boolean; error: unknown }) {
  const { t } = useTranslation(["books", "resource"]);
  const isDeleted = apiErrorOf(error)?.code === "NOT_FOUND";
  if (!isDeleted && !isChanged) return null;
  return (
    <div className="mt-6 max-w-2xl">
      <Alert title={t(isDeleted ? "resource:deleted.title" : "news.changed")} isAnnounced>
        {t(isDeleted ? "resource:deleted.editing" : "news.changedText")}
      </Alert>
    </div>
  );
}
