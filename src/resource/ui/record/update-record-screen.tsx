import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import type { TextKey } from "#i18n/text-key.ts";
import { type ManagedRecords, pathBelow } from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { EditNotice } from "./edit-notice.tsx";
import type { RecordFormProps } from "./record-form-props.ts";
import { SaveConflict, type ConflictFields } from "./save-conflict.tsx";
import { useRecordEditing } from "./use-record-editing.ts";

type UpdateRecordScreenProps<Item, Draft, Input> = {
  records: ManagedRecords<Item, Input>;
  id: string;
  /** The keys of the title, and of the toast after a failure. */
  texts: { title: TextKey; failed?: TextKey };
  toDraft: (record: Item) => Draft;
  toInput: (draft: Draft) => Input;
  form: ComponentType<RecordFormProps<Draft>>;
  /** The fields whose values the user chooses when someone else has changed them too. */
  fields: ConflictFields<Draft>;
};

/** Edits a record. Render it with the id as its key. */
export function UpdateRecordScreen<Item extends VersionedRecord, Draft extends object, Input>({
  records,
  id,
  texts,
  toDraft,
  toInput,
  form: RecordForm,
  fields,
}: UpdateRecordScreenProps<Item, Draft, Input>) {
  const { t } = useTranslation("resource");
  const translate = t as (key: TextKey) => string;
  const navigate = useNavigate();
  const { data: record, error } = useSuspenseQuery<Item>({ ...records.query(id), staleTime: Infinity });
  const editing = useRecordEditing({
    records,
    record,
    toDraft,
    toInput,
    onSaved: (saved) => navigate({ to: pathBelow(records, saved.id), state: true }),
    onFailure: () => toast.error(translate(texts.failed ?? "resource:form.failed")),
  });

  return (
    <>
      <PageTitle>{translate(texts.title)}</PageTitle>
      <PageHeader title={translate(texts.title)} />
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
