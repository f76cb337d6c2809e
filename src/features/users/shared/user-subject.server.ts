import type { ActivityEntry } from "#server/activity/record-activity.ts";

/** A user as the subject of activity: it keeps the name that they have now. */
export function userSubject(user: {
  id: string;
  name: string | null;
  email: string;
}): ActivityEntry["subject"] {
  return { type: "user", id: user.id, name: user.name ?? user.email };
}
