import { TimeAgo } from "#ui/display/time-ago.tsx";
import type { ActivityEntry } from "../schema.ts";
import { ActivityItem } from "./activity-item.tsx";

/** The newest activity in a card. @param props.now from `useNow` */
export function ActivityLines({ entries, now }: { entries: ActivityEntry[]; now: number }) {
  return (
    <ol className="-mx-3">
      {entries.map((entry) => (
        <ActivityItem key={entry.id} entry={entry} time={<TimeAgo value={entry.at} now={now} />} />
      ))}
    </ol>
  );
}
