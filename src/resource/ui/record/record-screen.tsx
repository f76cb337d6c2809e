import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { type ManagedRecords, pathBelow, type RestorableRecords } from "#resource/queries.ts";
import type { VersionedRecord } from "#resource/schema.ts";
import { Facts } from "#ui/display/facts.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { usePreviousListSearch } from "../list/previous-list.ts";
import { DeleteButton, DeleteRestorable, type RecordDialogProps } from "./delete-record.tsx";
import { DeletedAlert } from "./deleted-alert.tsx";
import { EditLink } from "./edit-link.tsx";
import { FieldFacts, type PlainFields } from "./field-facts.tsx";

type RecordScreenProps<Item, Input> = {
  records: ManagedRecords<Item, Input> & RestorableRecords<Item, Input>;
  /** A line below the title. */
  text?: (record: Item) => ReactNode;
  /** Renders the dialog that deletes the record, if it needs texts of its own. */
  deleteDialog?: (props: RecordDialogProps<Item>) => ReactNode;
} & (
  | { children: (record: Item) => ReactNode }
  /** Shows these fields. */
  | { fields: PlainFields<Item>; children?: undefined }
);

/**
 * Manager's page of the record whose id is in the path: its name, deletion, the link to its form, and what the feature
 * shows of it.
 */
export function RecordScreen<Item extends VersionedRecord, Input>({
  records,
  text,
  deleteDialog = (dialog) => <DeleteRestorable {...dialog} records={records} />,
  ...shown
}: RecordScreenProps<Item, Input>) {
  const { id = "" } = useParams({ strict: false });
  const { data: record, error } = useSuspenseQuery<Item>(records.query(id));
  const navigate = useNavigate();
  const search = usePreviousListSearch(records.path);
  const name = records.nameOf(record);
  const onDeleted = () => navigate({ to: records.path, search });
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <DeletedAlert error={error} />
      <PageHeader title={<bdi>{name}</bdi>} text={text?.(record)}>
        <DeleteButton record={record} renderDialog={(dialog) => deleteDialog({ ...dialog, onDeleted })} />
        <EditLink to={pathBelow(records, id, "update")} state />
      </PageHeader>
      <div className="mt-6">
        {shown.children ? (
          shown.children(record)
        ) : (
          <Facts className="pt-6">
            <FieldFacts record={record} fields={shown.fields} />
          </Facts>
        )}
      </div>
    </>
  );
}
