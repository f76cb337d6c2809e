import { useTranslation } from "#i18n/use-translation.tsx";
import { isDeleted } from "#resource/queries.ts";
import { Alert } from "#ui/display/alert.tsx";

/**
 * Shown above a form when someone else has saved or deleted its record. The user's edits stay.
 * @param o.error the error of the record's query
 */
export function EditNotice({ isChanged, error }: { isChanged: boolean; error: unknown }) {
  const { t } = useTranslation("resource");
  const isGone = isDeleted(error);
  if (!isGone && !isChanged) return null;
  return (
    <div className="mt-6 max-w-reading">
      <Alert title={t(isGone ? "deleted.title" : "changed.title")} isAnnounced>
        {t(isGone ? "deleted.editing" : "changed.text")}
      </Alert>
    </div>
  );
}
