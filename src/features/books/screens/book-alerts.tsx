import { useTranslation } from "react-i18next";
import { apiErrorOf } from "#lib/api-error.ts";
import { Alert } from "#ui/display/alert.tsx";

/** Shown on a book's page after refetching has found that the book was deleted. */
export function BookDeletedAlert({ error }: { error: unknown }) {
  const { t } = useTranslation("books");
  if (apiErrorOf(error)?.code !== "NOT_FOUND") return null;
  return (
    <div className="mb-6 max-w-2xl">
      <Alert variant="warning" title={t("conflict.deleted")} isAnnounced>
        {t("news.deleted")}
      </Alert>
    </div>
  );
}

/** Shown above the form when someone else has saved or deleted the book. The user's edits stay. */
export function BookConflictAlert({ isChanged, error }: { isChanged: boolean; error: unknown }) {
  const { t } = useTranslation("books");
  const isDeleted = apiErrorOf(error)?.code === "NOT_FOUND";
  if (!isDeleted && !isChanged) return null;
  return (
    <div className="mt-6 max-w-2xl">
      <Alert title={t(isDeleted ? "conflict.deleted" : "news.changed")} isAnnounced>
        {t(isDeleted ? "conflict.deletedText" : "news.changedText")}
      </Alert>
    </div>
  );
}
