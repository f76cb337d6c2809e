import { useTranslation } from "#i18n/use-translation.tsx";
import { pathBelow } from "#resource/queries.ts";
import type { Topic } from "#rpc/permissions.ts";
import { ButtonAnchor, ButtonLink } from "#ui/controls/button.tsx";
import { DownloadIcon, UploadIcon } from "#ui/icons.ts";
import { useList } from "./record-list.tsx";

/** Exports the whole list as CSV. @param props.query the list operation's input, which the export shares */
export function ExportLink({ topic, query }: { topic: Topic; query: { after?: string } }) {
  const { t } = useTranslation("resource");
  const { after: _after, ...filters } = query;
  const given = Object.entries<unknown>(filters).map(([name, value]) => [name, String(value)]);
  return (
    <ButtonAnchor href={`/api/${topic}.csv?${new URLSearchParams(given)}`} download>
      <DownloadIcon className="size-5 max-sm:hidden" />
      {t("export.action")}
    </ButtonAnchor>
  );
}

export function ImportLink({ records }: { records: { path: string } }) {
  const { t } = useTranslation("resource");
  return (
    <ButtonLink to={pathBelow(records, "import")} state={useList().historyState}>
      <UploadIcon className="size-5 max-sm:hidden" />
      {t("import.action")}
    </ButtonLink>
  );
}
