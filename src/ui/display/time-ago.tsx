import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime, formatTimeAgo } from "#i18n/formats.ts";
import { Tooltip } from "../overlays/tooltip.tsx";
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

type TimeAgoTextProps = {
  value: Date;
  /** With the relative time in it, for example "Updated 3 hours ago". */
  children: string;
};

/** A text with a relative time. Pointer, keyboard focus and a tap show the exact time: for few rows, as it is a tab stop. */
export function TimeAgoText({ value, children }: TimeAgoTextProps) {
  const { i18n } = useTranslation();
  return (
    <Tooltip text={formatDateTime(i18n.language, value, useTimeZone())} opensOnPress>
      <button
        type="button"
        className="min-h-6 cursor-help rounded-control text-start underline decoration-border decoration-dotted decoration-2 underline-offset-4 hover:decoration-current"
      >
        <time dateTime={value.toISOString()}>{children}</time>
      </button>
    </Tooltip>
  );
}
