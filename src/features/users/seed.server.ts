import { sql } from "drizzle-orm";
import { z } from "zod";
import type { Sql } from "#server/database/connect.ts";
import { seededAccounts } from "./shared/seeded-accounts.ts";
import { user } from "./table.ts";

/** Adds the seeded accounts and the seed's users that are missing. @returns how many were added */
export async function seedUsers(transaction: Sql): Promise<number> {
  const { default: content } = await import("./seed.json", { with: { type: "json" } });
  const others = z.array(z.object({ name: z.string(), email: z.email() })).parse(content);
  const rows = [...seededAccounts, ...others.map((other) => ({ ...other, role: "user" }))];
  const added = await transaction
    .insert(user)
    .values(rows.map((row) => ({ ...row, emailVerified: true, onboardedAt: sql`now()` })))
    .onConflictDoNothing()
    .returning({ id: user.id });
  return added.length;
}
