import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { TextKey } from "#i18n/text-key.ts";
import type { ImportFields } from "#resource/csv/import-fields.ts";
import { useRefetchTopic } from "#resource/queries.ts";
import type { Topic } from "#rpc/permissions.ts";
import { ImportScreen } from "./import-screen.tsx";

type ImportRecordsScreenProps = {
  /** The records, whose topic is the feature's name. */
  records: { topic: Topic; path: string };
  fields: ImportFields;
  titleKey: TextKey;
  /** The list's `sort` that shows new records first, if it has one. */
  newestFirst?: string;
};

/** Imports records from a CSV file by the feature's `importCsv`, and leads to the list with the new records first. */
export function ImportRecordsScreen({
  records: { topic, path },
  fields,
  titleKey,
  newestFirst,
}: ImportRecordsScreenProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refetch = useRefetchTopic(topic);
  return (
    <ImportScreen
      title={t(titleKey)}
      fields={fields}
      url={`/api/${topic}/imports`}
      exampleUrl={`/api/${topic}/example.csv`}
      onImported={async () => {
        await refetch();
        await navigate({ to: path, search: { sort: newestFirst } as never });
      }}
    />
  );
}
