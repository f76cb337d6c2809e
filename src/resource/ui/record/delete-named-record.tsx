import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { Records } from "#resource/queries.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { toast } from "#ui/toast/toast.ts";
import { DeleteRecord, type RecordDialogProps } from "./delete-record.tsx";

/** As `DeleteRecord`, with texts that fit every kind of record. */
export function DeleteNamedRecord<Item extends VersionedRef, Input>(
  props: RecordDialogProps<Item> & { records: Records<Item, Input> & { nameOf: (record: Item) => string } },
) {
  const { t } = useTranslation("resource");
  const { records, record } = props;
  return (
    <DeleteRecord
      {...props}
      onFailure={() => toast.error(t("delete.failed"))}
      texts={{
        title: <Isolated>{t("delete.title", { name: isolate(records.nameOf(record)) })}</Isolated>,
        text: t("delete.text"),
        done: t("delete.done"),
      }}
    />
  );
}
