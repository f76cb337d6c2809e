import { useTranslation } from "#i18n/use-translation.tsx";
import { type Records, useCreateRecord } from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { toast } from "#ui/toast/toast.ts";

type Options<Item, Draft, Input> = {
  records: Records<Item, Input>;
  toInput: (draft: Draft) => Input;
  onSaved: (saved: Item) => unknown;
  /** Gets errors that no field shows. */
  onFailure: (error: unknown) => void;
};

/** Creates a record. @returns the properties of its form */
export function useRecordCreation<Item extends VersionedRecord, Draft, Input>({
  records,
  toInput,
  onSaved,
  onFailure,
}: Options<Item, Draft, Input>) {
  const { t } = useTranslation("resource");
  const { mutateAsync: create } = useCreateRecord(records);
  return {
    async onSubmit(draft: Draft) {
      const saved = await create(toInput(draft));
      toast.success(t("saved"));
      await onSaved(saved);
    },
    onFailure,
  };
}
