import type { ServerFeature } from "#features/feature.server.ts";
import { user } from "#features/users/table.ts";
import type { Database } from "#server/database/connect.ts";
import { serverFeatures } from "../features.server.ts";

/**
 * Fills a database with every feature's seed, in one transaction. Rows that exist stay as they are, so it may run again.
 * @param options.withAccounts whether to add the demo accounts, which no public server may have (OWASP ASVS 6.3.2)
 * @returns how many rows each feature added
 */
export async function seedDatabase(
  { sql }: Database,
  { withAccounts }: { withAccounts: boolean },
): Promise<Record<string, number>> {
  return await sql.transaction(async (transaction) => {
    const added: Record<string, number> = {};
    for (const [name, { seed }] of Object.entries<ServerFeature>(serverFeatures)) {
      if (seed && (withAccounts || name !== "users")) added[name] = await seed(transaction);
    }
    return added;
  });
}

/** Whether no account exists: such a database is seeded once in its life. */
export async function isUnused(database: Database): Promise<boolean> {
  const users = await database.sql.select({ id: user.id }).from(user).limit(1);
  return users.length === 0;
}
