import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay, formatNumber } from "#i18n/formats.ts";
import type { CellValue } from "#resource/csv/cells.ts";
import type { ImportKind } from "#resource/csv/import-fields.ts";
import { LocalTime } from "#ui/display/local-time.tsx";

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
  if (value instanceof Date) return <LocalTime value={value} />;
  if (kind !== "day") return <bdi>{value}</bdi>;
  return <span className="whitespace-nowrap">{formatDay(i18n.language, value)}</span>;
}
