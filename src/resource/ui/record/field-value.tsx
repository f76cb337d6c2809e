import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import type { CellValue } from "#resource/cell-value.ts";
import { LocalTime } from "#ui/display/local-time.tsx";

/** A value of a record in the user's language. */
export function FieldValue({ value }: { value: CellValue }) {
  const { t, i18n } = useTranslation("resource");
  if (value === null) return null;
  if (typeof value === "boolean") return t(value ? "filter.yes" : "filter.no");
  if (typeof value === "number") return formatNumber(i18n.language, value);
  if (value instanceof Date) return <LocalTime value={value} />;
  return <bdi>{value}</bdi>;
}
