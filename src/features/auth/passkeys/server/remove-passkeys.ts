import type { Database } from "#server/database/connect.ts";

/**
 * Removes a user's passkeys, and ends their sessions: they lost them, and AUTH_REQUIRE_PASSKEY is set.
 * @param email as stored (`normalizeEmailStrictly`)
 * @returns a sentence that says what was changed
 */
export async function removePasskeys({ pool }: Pick<Database, "pool">, email: string): Promise<string> {
  const { rows } = await pool.query<{ count: number }>(
    `WITH owner AS (SELECT id FROM "user" WHERE email = $1),
       removed AS (DELETE FROM passkey USING owner WHERE user_id = owner.id RETURNING passkey.id),
       ended AS (DELETE FROM session USING owner WHERE user_id = owner.id)
     SELECT (SELECT count(*)::int FROM removed) AS count FROM owner`,
    [email],
  );
  const [owner] = rows;
  if (!owner) return `${email} has no account.`;
  return `${email} now has no passkeys (removed: ${owner.count}), and was logged out.`;
}
