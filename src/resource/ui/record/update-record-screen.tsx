import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import { isDeleted, type ManagedRecords, pathBelow } from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import type { RecordFormProps } from "./record-form-props.ts";
import { SaveConflict, type ConflictFields } from "./save-conflict.tsx";
import { useRecordEditing, type RecordEditingOptions } from "./use-record-editing.ts";

type UpdateRecordScreenProps<Item, Draft, Input> = Pick<
  RecordEditingOptions<Item, Draft, Input>,
  "toDraft" | "toInput"
> & {
  records: ManagedRecords<Item, Input>;
  /** Gets errors that are no conflict and that no field shows. By default a toast says that saving failed. */
  onFailure?: (error: unknown) => void;
  titleKey: TextKey;
  form: ComponentType<RecordFormProps<Draft>>;
  /** The fields whose values the user chooses when someone else has changed them too. */
  fields: ConflictFields<Draft>;
};

/** Edits the record whose id is in the path. */
export function UpdateRecordScreen<Item extends VersionedRecord, Draft extends object, Input>(
  props: UpdateRecordScreenProps<Item, Draft, Input>,
) {
  const { id = "" } = useParams({ strict: false });
  return <Editor key={id} id={id} {...props} />;
}

function Editor<Item extends VersionedRecord, Draft extends object, Input>({
  id,
  records,
  titleKey,
  onFailure,
  toDraft,
  toInput,
  form: RecordForm,
  fields,
}: UpdateRecordScreenProps<Item, Draft, Input> & { id: string }) {
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const { data: record, error } = useSuspenseQuery<Item>({ ...records.query(id), staleTime: Infinity });
  const editing = useRecordEditing({
    records,
    record,
    toDraft,
    toInput,
    onSaved: (saved) => navigate({ to: pathBelow(records, saved.id), state: true }),
    onFailure: onFailure ?? (() => toast.error(t("saveFailed"))),
  });

  return (
    <>
      <PageTitle>{t(titleKey)}</PageTitle>
      <PageHeader title={t(titleKey)} />
      <EditNotice isChanged={editing.isChanged} error={error} />
      <RecordForm
        {...editing.form}
        buttons={
          <div className="flex flex-wrap gap-3">
            <FormSubmit>{t("form.save")}</FormSubmit>
            <ButtonLink to={pathBelow(records, id)} state>
              {t("form.cancel")}
            </ButtonLink>
          </div>
        }
      />
      <SaveConflict {...editing.conflict} fields={fields} />
    </>
  );
}

/**
 * Shown above a form when someone else has saved or deleted its record. The user's edits stay.
 * @param o.error the error of the record's query
 */
function EditNotice({ isChanged, error }: { isChanged: boolean; error: unknown }) {
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
