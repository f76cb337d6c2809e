import { useParams } from "@tanstack/react-router";
import { ActivityCard } from "#features/activity/shared/activity-card.tsx";
import { activityKinds } from "./activity-kinds.ts";

/**
 * The newest activity of the record whose id is in the path, for its page.
 * @param type the kind of record, as activity-kinds.ts names it
 */
export function RecordActivity({ type }: { type: string }) {
  const { id = "" } = useParams({ strict: false });
  return <ActivityCard of={{ type, subject: id }} kinds={activityKinds} className="mt-8 max-w-reading" />;
}
