import { useHydrated } from "@tanstack/react-router";
import { useContext } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime } from "#i18n/formats.ts";
import { deviceTimeZone } from "#lib/time-zone.ts";
import { ServerTimeZone } from "../time-zone.ts";

/** The reader's time zone, or the one that the server used until the browser has hydrated its page. */
export function useTimeZone(): string {
  const serverTimeZone = useContext(ServerTimeZone);
  return useHydrated() ? deviceTimeZone() : serverTimeZone;
}

/** A date and time in the reader's language and time zone. */
export function LocalTime({ value }: { value: Date }) {
  const { i18n } = useTranslation();
  return <time dateTime={value.toISOString()}>{formatDateTime(i18n.language, value, useTimeZone())}</time>;
}
