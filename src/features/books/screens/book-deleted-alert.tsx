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
