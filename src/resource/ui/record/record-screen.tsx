import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useRef, type ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { type ManagedRecords, pathBelow } from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { TrashIcon } from "#ui/icons.ts";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { useEditKey } from "#ui/list/shortcut-keys.ts";
import { useItemDialog } from "#ui/overlays/use-item-dialog.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { usePreviousListSearch } from "../list/previous-list.ts";
import { DeleteNamedRecord } from "./delete-named-record.tsx";
import type { RecordDialogProps } from "./delete-record.tsx";
import { DeletedAlert } from "./deleted-alert.tsx";
import { RecordActions, type RecordAction } from "./record-actions.tsx";

type RecordScreenProps<Item, Input> = {
  records: ManagedRecords<Item, Input>;
  /** A line below the title. */
  text?: (record: Item) => ReactNode;
  /** Before those that delete and edit the record. */
  actions?: (record: Item) => RecordAction[];
  /** Renders the dialog that deletes the record, by default `DeleteNamedRecord`; null if the record can't be deleted. */
  deleteDialog?: ((props: RecordDialogProps<Item>) => ReactNode) | null;
  /** Of the link to the record's form, which the key E follows; by default "Edit". */
  editLabel?: string;
  children: (record: Item) => ReactNode;
  /** Below what the children show. */
  below?: ReactNode;
};

/**
 * Manager's page of the record whose id is in the path: its name, deletion, the link to its form, and what the feature
 * shows of it.
 */
export function RecordScreen<Item extends VersionedRecord, Input>({
  records,
  text,
  actions,
  deleteDialog = (dialog) => <DeleteNamedRecord {...dialog} records={records} />,
  editLabel,
  children,
  below,
}: RecordScreenProps<Item, Input>) {
  const { id = "" } = useParams({ strict: false });
  const { data: record, error } = useSuspenseQuery<Item>(records.query(id));
  const navigate = useNavigate();
  const search = usePreviousListSearch(records.path);
  const { t } = useTranslation("resource");
  const name = records.nameOf(record);
  // A version that someone else saves while the dialog is open isn't deleted.
  const { item: seen = record, isOpen, open, close: onClose } = useItemDialog<Item>();
  const editLink = useRef<HTMLAnchorElement>(null);
  useEditKey(() => editLink.current?.click());
  const deletion: RecordAction = {
    label: t("delete.action"),
    icon: TrashIcon,
    variant: "danger",
    onClick: () => open(record),
  };
  const onDeleted = () => navigate({ to: records.path, search });
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <DeletedAlert error={error} />
      <PageHeader title={<bdi>{name}</bdi>} text={text?.(record)}>
        <RecordActions
          actions={[...(actions?.(record) ?? []), ...(deleteDialog ? [deletion] : [])]}
          edit={{ to: pathBelow(records, id, "update"), label: editLabel ?? t("edit"), ref: editLink }}
        />
      </PageHeader>
      {deleteDialog?.({ record: seen, isOpen, onClose, onDeleted })}
      <div className="mt-6">{children(record)}</div>
      {below}
    </>
  );
}
