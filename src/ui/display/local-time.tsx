import { useHydrated } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "#i18n/formats.ts";

/** The reader's time zone, or UTC while the server renders and the browser hydrates its page. */
export function useTimeZone(): string {
  return useHydrated() ? Intl.DateTimeFormat().resolvedOptions().timeZone : "UTC";
}

/** A date and time in the reader's language and time zone. */
export function LocalTime({ value }: { value: Date }) {
  const { i18n } = useTranslation();
  return <time dateTime={value.toISOString()}>{formatDateTime(i18n.language, value, useTimeZone())}</time>;
}
