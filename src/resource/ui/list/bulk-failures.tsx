import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import { Button } from "#ui/controls/button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { toast } from "#ui/toast/toast.ts";
import type { RecordList } from "./use-record-list.ts";

/** A record that a bulk action skipped, with its current version if someone else has changed it. */
export type BulkFailure<Row> = { id: string; code: string; current?: Row };

type BulkFailuresOptions<Row extends VersionedRef> = {
  list: RecordList<Row>;
  /** The name of a record, as in the list. */
  nameOf: (record: Row) => string;
  title: string;
  /** The reason for each code. */
  reasons: Record<string, string>;
};

/**
 * What a bulk action didn't change. `report` deselects the records that it changed and those that no longer exist, and
 * opens a dialog with the others and their reasons. Those stay selected, in their current version.
 */
export function useBulkFailures<Row extends VersionedRef>({
  list,
  nameOf,
  title,
  reasons,
}: BulkFailuresOptions<Row>) {
  const { t } = useTranslation("resource");
  const [listed, setListed] = useState<{ id: string; name: string; code: string }[]>([]);
  const close = () => setListed([]);

  function report(failures: BulkFailure<Row>[]) {
    const { rows, selection } = list;
    const records = failures.map(({ id, code, current }) => ({
      id,
      code,
      record: current ?? rows.find((row) => row.id === id),
    }));
    // Without a name, a deleted record can only be counted.
    const isListed = ({ code, record }: (typeof records)[number]) => record ?? code !== "NOT_FOUND";
    const listable = records.filter(isListed);
    const goneCount = records.length - listable.length;
    if (goneCount > 0) toast.success(t("bulk.gone", { count: goneCount }));
    setListed(listable.map(({ id, code, record }) => ({ id, code, name: record ? nameOf(record) : "" })));
    const remaining = failures.filter(({ code }) => code !== "NOT_FOUND");
    selection.setRefs(
      remaining.flatMap(({ id, current }) => current ?? selection.refs.find((ref) => ref.id === id) ?? []),
    );
  }

  const dialog = (
    <Dialog
      isOpen={listed.length > 0}
      onClose={close}
      title={title}
      footer={<Button onClick={close}>{t("bulk.close")}</Button>}
    >
      <ul className="grid gap-3">
        {listed.map(({ id, name, code }) => (
          <li key={id}>
            <bdi className="font-serif font-semibold">{name}</bdi>
            <p className="text-sm text-muted-foreground">{reasons[code]}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
  return { report, dialog };
}
