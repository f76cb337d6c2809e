import { useNavigate } from "@tanstack/react-router";
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
import { usePreviousListSearch } from "../list/previous-list.ts";
import { asInput, type RecordFormProps, type ToInput } from "./record-form-props.ts";
import { useRecordCreation } from "./use-record-creation.ts";

type NewRecordScreenProps<Item, Draft, Input> = {
  records: ManagedRecords<Item, Input>;
  titleKey: TextKey;
  /** The toast after a failure. */
  failedKey?: TextKey;
  form: ComponentType<RecordFormProps<Draft>>;
} & ToInput<Draft, Input>;

/** Adds a record, and opens its page. */
export function NewRecordScreen<Item extends VersionedRecord, Draft, Input>({
  records,
  titleKey,
  failedKey = "resource:form.failed",
  toInput,
  form: RecordForm,
}: NewRecordScreenProps<Item, Draft, Input>) {
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const props = useRecordCreation({
    records,
    toInput: toInput ?? asInput,
    onSaved: ({ id }) => navigate({ to: pathBelow(records, id), state: true }),
    onFailure: () => toast.error(t(failedKey)),
  });

  return (
    <>
      <PageTitle>{t(titleKey)}</PageTitle>
      <PageHeader title={t(titleKey)} />
      <RecordForm
        {...props}
        buttons={
          <div className="flex flex-wrap gap-3">
            <FormSubmit>{t("form.create")}</FormSubmit>
            <ButtonLink to={records.path} search={usePreviousListSearch(records.path)}>
              {t("form.cancel")}
            </ButtonLink>
          </div>
        }
      />
    </>
  );
}
