import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay } from "#i18n/formats.ts";
import type { TextKey } from "#i18n/text-key.ts";

/** A day, YYYY-MM-DD. */
export function DayValue({ value }: { value: string | null }) {
  const { i18n } = useTranslation();
  return value && <time dateTime={value}>{formatDay(i18n.language, value)}</time>;
}

/** One of a few values, which has a text. */
export function ChoiceValue({ text }: { text: TextKey }) {
  const { t } = useTranslation();
  return t(text);
}
