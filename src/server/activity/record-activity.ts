import { sql } from "drizzle-orm";
import type { Sql } from "#server/database/connect.ts";
import { executeUnawaited } from "#server/database/transactions.ts";
import { type ActivityFields, boundedText, changedFields } from "./changed-fields.ts";
import { activity } from "./table.ts";

/** Who acts and from where: a part of every operation's context. */
export type ActivityContext = {
  /** Null for the system and for people who are not signed in. */
  caller: {
    /** The id of who acts for the user. */ // optional: impersonation
    impersonatedBy?: string | null; // optional: impersonation
    /** The API key that they use. */ // optional: api-keys
    key?: { id: string; name: string }; // optional: api-keys
    user: { id: string; name: string | null; email: string };
  } | null;
  /** Null for what no request does. */
  requestId: string | null;
  clientAddress: string | null;
  userAgent: string | null;
};

export type ActivityEntry = {
  /** A verb, for example `update`. Texts in features/activity. */
  action: string;
  /** What it was done to: a record's id and its name at the time, or a type alone. */
  subject: { type: string; id?: string | null; name?: string | null };
  /** The record's values before and after; only those that differ are stored. Never secrets. */
  before?: ActivityFields;
  after?: ActivityFields;
};

/**
 * Records what the caller does, in the transaction that does it, so that both are committed or neither.
 * @param transaction also records several entries in one statement, for example of a bulk deletion
 */
export async function recordActivity(
  transaction: Sql,
  context: ActivityContext,
  ...entries: ActivityEntry[]
): Promise<void> {
  if (entries.length === 0) return;
  const request = {
    ...actorOf(context),
    keyId: context.caller?.key?.id ?? null, // optional: api-keys
    keyName: context.caller?.key?.name ?? null, // optional: api-keys
    requestId: boundedOrNull(context.requestId),
    clientAddress: boundedOrNull(context.clientAddress),
    userAgent: boundedOrNull(context.userAgent),
  };
  const rows = entries.map(({ action, subject, before, after }) => ({
    ...request,
    action,
    subjectType: subject.type,
    subjectId: subject.id ?? null,
    subjectName: subject.name ? boundedText(subject.name) : null,
    ...changedFields(before, after),
  }));
  await executeUnawaited(transaction, transaction.insert(activity).values(rows));
}

/** The person who acts. */
function actorOf({ caller }: ActivityContext) {
  if (!caller) return {};
  const { user } = caller;
  if (caller.impersonatedBy) return administratorActingFor(user, caller.impersonatedBy); // optional: impersonation
  return { actorId: user.id, actorName: user.name, actorEmail: user.email };
}

// optional: impersonation
type Person = { id: string; name: string | null; email: string };

function administratorActingFor(user: Person, administratorId: string) {
  // This layer doesn't know the table of users.
  const administrator = (column: "name" | "email") =>
    sql<string>`(select ${sql.identifier(column)} from "user" where id = ${administratorId})`;
  return {
    actorId: administratorId,
    actorName: administrator("name"),
    actorEmail: administrator("email"),
    actingForId: user.id,
    actingForName: user.name ?? user.email,
  };
}
// end: impersonation

/** The id of the person who acts. */
export function actorId(caller: NonNullable<ActivityContext["caller"]>): string {
  if (caller.impersonatedBy) return caller.impersonatedBy; // optional: impersonation
  return caller.user.id;
}

function boundedOrNull(text: string | null): string | null {
  return text === null ? null : boundedText(text);
}
