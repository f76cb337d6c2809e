import { randomUUID } from "node:crypto";
import type { Caller, OperationContext } from "#rpc/context.ts";
import type { Database } from "#server/database/connect.ts";
import { createLog } from "#server/log.ts";
import { user } from "#features/users/table.ts";

/** What an operation is given when `caller` calls it. */
export function contextFor(database: Database, caller: Caller | null): OperationContext {
  return {
    caller,
    database,
    adminUserIds: [],
    language: "en",
    requestId: "test",
    log: createLog({ level: "silent", pretty: false }),
  };
}

/** Someone with an account of their own and a role. */
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
  return { sessionId: randomUUID(), user: person };
}
