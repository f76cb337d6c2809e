import { useNavigate } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import { type ManagedRecords, pathBelow, useCreateRecord } from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { FormSubmit } from "#ui/form/form-submit.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { toast } from "#ui/toast/toast.ts";
import { usePreviousListSearch } from "../list/previous-list.ts";
import type { RecordFormProps } from "./record-form-props.ts";
import type { RecordEditingOptions } from "./use-record-editing.ts";

type NewRecordScreenProps<Item, Draft, Input> = Pick<RecordEditingOptions<Item, Draft, Input>, "toInput"> & {
  records: ManagedRecords<Item, Input>;
  /** Gets errors that no field shows. By default a toast says that saving failed. */
  onFailure?: (error: unknown) => void;
  titleKey: TextKey;
  form: ComponentType<RecordFormProps<Draft>>;
};

/** Adds a record, and opens its page. */
export function NewRecordScreen<Item extends VersionedRecord, Draft, Input>({
  records,
  titleKey,
  onFailure,
  toInput,
  form: RecordForm,
}: NewRecordScreenProps<Item, Draft, Input>) {
  const { t } = useTranslation("resource");
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateRecord(records);

  async function save(draft: Draft) {
    const { id } = await create(toInput(draft));
    toast.success(t("saved"));
    await navigate({ to: pathBelow(records, id), state: true });
  }

  return (
    <>
      <PageTitle>{t(titleKey)}</PageTitle>
      <PageHeader title={t(titleKey)} />
      <RecordForm
        onSubmit={save}
        onFailure={onFailure ?? (() => toast.error(t("saveFailed")))}
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
