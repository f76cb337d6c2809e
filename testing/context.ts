import { randomUUID } from "node:crypto";
import { accessFor } from "#app/permissions.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import type { Database } from "#server/database/connect.ts";
import { createLog } from "#server/log.ts";
import { createSecrets } from "#server/secret.ts";
import { session } from "#features/auth/table.ts";
import { user } from "#features/users/table.ts";

/** Access by the features' declarations, without AUTH_ADMIN_USER_IDS. */
export const access = accessFor([]);

/** What an operation is given when `caller` calls it. */
export function contextFor(database: Database, caller: Caller | null): OperationContext {
  return {
    caller,
    database,
    secrets: createSecrets("a secret of 32 characters or more"),
    access,
    baseUrl: new URL("http://localhost:3000"),
    language: "en",
    requestId: "test",
    clientAddress: "192.0.2.1",
    log: createLog({ level: "silent", pretty: false }),
  };
}

/** Someone with an account of their own and a role, signed in. */
export async function someone(database: Database, role: string): Promise<Caller> {
  const [person] = await database.sql
    .insert(user)
    .values({
      email: `${randomUUID()}@example.com`,
      name: "Someone",
      role,
      emailVerified: true,
      onboardedAt: new Date(),
    })
    .returning();
  if (!person) throw new Error("The person was not stored");
  const [signedIn] = await database.sql
    .insert(session)
    .values({ token: randomUUID(), userId: person.id, expiresAt: new Date(Date.now() + 3_600_000) })
    .returning();
  if (!signedIn) throw new Error("The session was not stored");
  return { sessionId: signedIn.id, expiresAt: signedIn.expiresAt, impersonatedBy: null, user: person };
}
