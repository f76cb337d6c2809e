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
  /** The keys of the title, and of the toast after a failure. */
  texts: { title: TextKey; failed?: TextKey };
  toDraft: (record: Item) => Draft;
  form: ComponentType<RecordFormProps<Draft>>;
  /** The fields whose values the user chooses when someone else has changed them too. */
  fields: ConflictFields<Draft>;
} & ToInput<Draft, Input>;

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
  texts,
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
    toInput: toInput ?? asInput,
    onSaved: (saved) => navigate({ to: pathBelow(records, saved.id), state: true }),
    onFailure: () => toast.error(t(texts.failed ?? "resource:form.failed")),
  });

  return (
    <>
      <PageTitle>{t(texts.title)}</PageTitle>
      <PageHeader title={t(texts.title)} />
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
