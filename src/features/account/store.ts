import { and, eq, isNull, sql } from "drizzle-orm";
import { user } from "#features/users/table.ts";
import type { Sql } from "#server/database/connect.ts";

/** Sets a person's name and the time of their onboarding. An onboarded person is left as they are. */
export async function onboard(database: Sql, userId: string, name: string): Promise<void> {
  await database
    .update(user)
    .set({ name, onboardedAt: sql`now()`, updatedAt: sql`now()` })
    .where(and(eq(user.id, userId), isNull(user.onboardedAt)));
}
