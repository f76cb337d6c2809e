import { useTranslation } from "#i18n/use-translation.tsx";
import { pathBelow } from "#resource/queries.ts";
import type { Topic } from "#rpc/permissions.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { PlusIcon, UploadIcon } from "#ui/icons.ts";
import { ExportButton } from "../export/export-button.tsx";
import type { RecordList } from "./use-record-list.ts";

type RecordListActionsProps = {
  list: RecordList;
  /** The records, whose topic is the feature's name. */
  records: { topic: Topic; path: string };
  /** The list operation's input, which the export shares. */
  query: object;
  /** The name of the exported file. */
  fileName: string;
  newLabel: string;
  hasImport?: boolean;
};

/** The buttons of a list: import, export and a new record. */
export function RecordListActions({
  list,
  records,
  query,
  fileName,
  newLabel,
  hasImport = false,
}: RecordListActionsProps) {
  const { t } = useTranslation("resource");
  const parameters = new URLSearchParams(
    Object.entries<unknown>({ ...query }).map(([name, value]) => [name, String(value)]),
  );
  return (
    <>
      {hasImport && (
        <ButtonLink to={pathBelow(records, "import")} state={list.historyState}>
          <UploadIcon className="size-5 max-sm:hidden" />
          {t("import.action")}
        </ButtonLink>
      )}
      <ExportButton url={`/api/${records.topic}.csv?${parameters}`} fileName={fileName} total={list.total} />
      <ButtonLink to={pathBelow(records, "new")} state={list.historyState} variant="primary">
        <PlusIcon className="size-5 max-sm:hidden" />
        {newLabel}
      </ButtonLink>
    </>
  );
}
