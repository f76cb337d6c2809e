import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDateTime, formatTimeAgo } from "#i18n/formats.ts";
import { Tooltip } from "../overlays/tooltip.tsx";
import { useTimeZone } from "./local-time.tsx";

type TimeAgoProps = {
  value: Date;
  /** In milliseconds, from `useNow`: the same on server and browser. */
  now: number;
};

/** A relative time, for example "3 hours ago". Its tooltip has the exact time; keyboard and touch reach it, too. */
export function TimeAgo({ value, now }: TimeAgoProps) {
  const { i18n } = useTranslation();
  return (
    <Tooltip text={formatDateTime(i18n.language, value, useTimeZone())} opensOnPress>
      <button type="button" className="min-h-6 cursor-[inherit] rounded-control text-start">
        <time dateTime={value.toISOString()}>{formatTimeAgo(i18n.language, value, now)}</time>
      </button>
    </Tooltip>
  );
}
