import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime, formatTimeAgo } from "#i18n/formats.ts";
import { useTimeZone } from "./local-time.tsx";

type TimeAgoProps = {
  value: Date;
  /** In milliseconds, from `useNow`: the same on server and browser. */
  now: number;
};

/**
 * A relative time, for example "3 hours ago". A pointer shows the exact time. It is no tab stop, which would be one for each
 * row: put the exact time on the page to which the row leads (`LocalTime`), for keyboard and touch.
 */
export function TimeAgo({ value, now }: TimeAgoProps) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={value.toISOString()} title={formatDateTime(i18n.language, value, useTimeZone())}>
      {formatTimeAgo(i18n.language, value, now)}
    </time>
  );
}
