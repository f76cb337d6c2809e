import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDate, formatDay, formatNumber } from "#i18n/formats.ts";
import type { CellValue } from "#resource/csv/cells.ts";
import type { ImportKind } from "#resource/csv/import-fields.ts";

type FieldValueProps = {
  value: CellValue;
  /** Needed for a day, which is a text. */
  kind?: ImportKind | undefined;
};

/** A value of a record in the user's language. */
export function FieldValue({ value, kind }: FieldValueProps) {
  const { t, i18n } = useTranslation("resource");
  if (value === null) return null;
  if (typeof value === "boolean") return t(value ? "filter.yes" : "filter.no");
  if (typeof value === "number") return formatNumber(i18n.language, value);
  if (value instanceof Date) return <Day text={formatDate(i18n.language, value)} />;
  return kind === "day" ? <Day text={formatDay(i18n.language, value)} /> : <bdi>{value}</bdi>;
}

function Day({ text }: { text: string }) {
  return <span className="whitespace-nowrap">{text}</span>;
}
