import { z } from "zod";
import { moveToCreation } from "#features/dashboard/shared/move-to-creation.server.ts";
import { seedTimes } from "#resource/server/seed-times.ts";
import type { Sql } from "#server/database/connect.ts";
import { seededAccounts } from "./shared/seeded-accounts.ts";
import { user } from "./table.ts";

/** Adds the seeded accounts and the seed's users that are missing: in the last five months. @returns how many were added */
export async function seedUsers(transaction: Sql): Promise<number> {
  const { default: content } = await import("./seed.json", { with: { type: "json" } });
  const others = z.array(z.object({ name: z.string(), email: z.email() })).parse(content);
  const rows = [...seededAccounts, ...others.map((other) => ({ ...other, role: "user" }))];
  // The accounts are the first.
  const times = seedTimes(rows.length, { from: 150, to: 0 }).sort((a, b) => +a.createdAt - +b.createdAt);
  const added = await transaction
    .insert(user)
    .values(
      rows.map((row, index) => ({
        ...row,
        ...times[index],
        emailVerified: true,
        onboardedAt: times[index]?.createdAt,
      })),
    )
    .onConflictDoNothing()
    .returning({ createdAt: user.createdAt });
  await moveToCreation(transaction, "user_change", added); // optional: dashboard
  return added.length;
}
