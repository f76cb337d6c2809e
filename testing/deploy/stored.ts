import { query } from "../e2e/support/people.ts";
import type { Running } from "./debian.ts";

/** The emails of all users in a database. */
export async function storedEmails({ url }: Pick<Running, "url">): Promise<Set<string>> {
  const rows = await query<{ email: string }>({ connectionString: url }, `SELECT email FROM "user"`, []);
  return new Set(rows.map(({ email }) => email));
}
