import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { formatDay, formatNumber } from "#i18n/formats.ts";
import type { TextKey } from "#i18n/text-key.ts";

/** A day, YYYY-MM-DD. */
export function DayValue({ value }: { value: string | null }) {
  const { i18n } = useTranslation();
  return value && <time dateTime={value}>{formatDay(i18n.language, value)}</time>;
}

/** A year, whose thousands are not set apart. */
export function YearValue({ value }: { value: number | null }) {
  return value;
}

/** An amount in cents, in the product's currency. */
export function MoneyValue({ value }: { value: number | null }) {
  const { i18n } = useTranslation();
  const format = { style: "currency", currency: brand.currency } as const;
  return value !== null && formatNumber(i18n.language, value / 100, format);
}

/** One of a few values, which has a text. */
export function ChoiceValue({ text }: { text: TextKey }) {
  const { t } = useTranslation();
  return t(text);
}
