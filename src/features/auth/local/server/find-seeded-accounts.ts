import { inArray } from "drizzle-orm";
import { seededAccounts } from "#features/users/shared/seeded-accounts.ts";
import type { Database } from "#server/database/connect.ts";
import { user } from "#features/users/table.ts";

/** Of the accounts for trying the product, those that the database has. */
export async function findSeededAccounts({ sql }: Pick<Database, "sql">) {
  const emails = seededAccounts.map(({ email }) => email);
  const rows = await sql.select({ email: user.email }).from(user).where(inArray(user.email, emails));
  return seededAccounts
    .filter(({ email }) => rows.some((row) => row.email === email))
    .map(({ name, email }) => ({ name, email }));
}
