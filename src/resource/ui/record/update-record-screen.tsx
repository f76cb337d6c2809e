import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import { type ManagedRecords, pathBelow } from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { EditNotice } from "./edit-notice.tsx";
import { asInput, type RecordFormProps, type ToInput } from "./record-form-props.ts";
import { SaveConflict, type ConflictFields } from "./save-conflict.tsx";
import { useRecordEditing } from "./use-record-editing.ts";

type UpdateRecordScreenProps<Item, Draft, Input> = {
  records: ManagedRecords<Item, Input>;
  titleKey: TextKey;
  /** The toast after a failure. */
  failedKey?: TextKey;
  form: ComponentType<RecordFormProps<Draft>>;
  /** The fields whose values the user chooses when someone else has changed them too. */
  fields: ConflictFields<Draft>;
} & ToDraft<Item, Draft> &
  ToInput<Draft, Input>;

/** Converts a record to what the form contains. By default, it is those of the record's values that `fields` names. */
type ToDraft<Item, Draft> =
  | { toDraft: (record: Item) => Draft }
  | (Item extends Draft ? { toDraft?: undefined } : never);

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
  failedKey = "resource:form.failed",
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
    toDraft: toDraft ?? ((each) => pick(each, fields)),
    toInput: toInput ?? asInput,
    onSaved: (saved) => navigate({ to: pathBelow(records, saved.id), state: true }),
    onFailure: () => toast.error(t(failedKey)),
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

/** The values whose names an object has. `ToDraft` says when they are all of a draft. */
function pick<Draft extends object>(record: object, fields: ConflictFields<Draft>): Draft {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name in fields)) as Draft;
}
