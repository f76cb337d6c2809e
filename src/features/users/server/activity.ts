import type { ActivityFields } from "#server/activity/changed-fields.ts";
import type { ActivityEntry } from "#server/activity/record-activity.ts";
import type { SecurityEvent } from "#server/activity/security-events.ts";
import type { ListedUser } from "../schema.ts";

/** A user as the subject of activity: it keeps the name that they have now. */
export function activitySubject({ id, name, email }: ListedUser): ActivityEntry["subject"] {
  return { type: "user", id, name: name ?? email };
}

/** A user's values, as activity shows them. */
export function activityFields({ name, email, emailVerified, roles, ban }: ListedUser): ActivityFields {
  return {
    name,
    email,
    emailVerified,
    roles: roles.join(", "),
    isBanned: ban !== null,
    banReason: ban?.reason ?? null,
    bannedUntil: ban?.until?.toISOString() ?? null,
  };
}

/** The entry of a change. */
export function changeEntry(action: string, before: ListedUser, after: ListedUser): ActivityEntry {
  return {
    action,
    subject: activitySubject(after),
    before: activityFields(before),
    after: activityFields(after),
  };
}

export function deletionEntry(user: ListedUser): ActivityEntry {
  return { action: "delete", subject: activitySubject(user), before: activityFields(user) };
}

/** The event of ended sessions. @param ended their number, or the beginning of the one session's token */
export function revocationEvent(user: ListedUser, ended: number | string): SecurityEvent {
  const before: ActivityFields = typeof ended === "number" ? { sessions: ended } : { session: ended };
  return { event: "revokeSessions", subject: activitySubject(user), before };
}
