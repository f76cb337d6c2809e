import { normalizeEmailStrictly } from "#features/auth/server/strict-email.ts";
import type { Database } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { withDatabase } from "./support/database.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";
import { parseArguments } from "./support/arguments.ts";

const usage =
  "Type: npm run user -- make-admin someone@example.com, or npm run user -- remove-passkeys someone@example.com";

/** What `npm run user` can do with the account of an email. */
const actions = new Map([
  ["make-admin", makeAdmin],
  ["remove-passkeys", removePasskeys],
]);

/**
 * `npm run user -- make-admin <address>` makes a user an administrator, for example the first one;
 * `npm run user -- remove-passkeys <address>` lets one who lost their passkeys sign in (AUTH_REQUIRE_PASSKEY).
 */
export async function run(args: string[]): Promise<void> {
  const { positionals } = parseArguments(args, { help: usage, positionals: "any" });
  const [name = "", address, ...rest] = positionals;
  const action = actions.get(name);
  if (!action || !address || rest.length > 0) throw new UserError(usage);
  const email = normalizeEmailStrictly(address);
  if (!email) throw new UserError(`"${address}" is not an email address. ${usage}`);

  const steps = createSteps();
  const result = await withDatabase(steps, async (database) => {
    await migrate(database);
    return action(database, email);
  });
  console.log(result);
}

/**
 * Makes a user an administrator, and creates the account if there is none.
 * @param email as stored (`normalizeEmailStrictly`)
 * @returns a sentence that says what was changed
 */
export async function makeAdmin({ pool }: Pick<Database, "pool">, email: string): Promise<string> {
  const { rows } = await pool.query<{ created: boolean }>(
    `INSERT INTO "user" AS known (email, role) VALUES ($1, 'admin')
     ON CONFLICT (email) DO UPDATE SET role = known.role || ',admin', updated_at = now()
       WHERE 'admin' <> ALL (string_to_array(known.role, ','))
     RETURNING xmax = 0 AS created`,
    [email],
  );
  const [changed] = rows;
  if (!changed) return `${email} is already an administrator.`;
  if (changed.created) return `${email} now has an account and is an administrator.`;
  return `${email} is now an administrator.`;
}

/**
 * Removes a user's passkeys, and ends their sessions.
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
