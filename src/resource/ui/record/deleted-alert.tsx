import { useTranslation } from "#i18n/use-translation.tsx";
import { isDeleted } from "#resource/queries.ts";
import { Alert } from "#ui/display/alert.tsx";

/** Shown on a record's page after refetching it has failed because it was deleted. @param o.error the query's error */
export function DeletedAlert({ error }: { error: unknown }) {
  const { t } = useTranslation("resource");
  if (!isDeleted(error)) return null;
  return (
    <div className="mb-6 max-w-reading">
      <Alert variant="warning" title={t("deleted.title")} isAnnounced>
        {t("deleted.text")}
      </Alert>
    </div>
  );
}
