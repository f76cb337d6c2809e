import { useTranslation } from "react-i18next";
import { apiErrorOf } from "#lib/api-error.ts";
import { Alert } from "#ui/display/alert.tsx";

/** Says that a book which is still shown is gone, where asking for it again told so. */
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

/** Says that somebody else saved or deleted the book that is being changed. What was typed stays. */
export function BookConflictAlert({ isChanged, error }: { isChanged: boolean; error: unknown }) {
  const { t } = useTranslation("books");
  const isGone = apiErrorOf(error)?.code === "NOT_FOUND";
  if (!isGone && !isChanged) return null;
  return (
    <div className="mt-6 max-w-2xl">
      <Alert title={t(isGone ? "conflict.deleted" : "news.changed")} isAnnounced>
        {t(isGone ? "conflict.deletedText" : "news.changedText")}
      </Alert>
    </div>
  );
}
