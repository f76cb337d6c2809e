import { removePasskeys } from "#features/auth/passkeys/server/remove-passkeys.ts";
import { normalizeEmailStrictly } from "#features/auth/server/strict-email.ts";
import type { Database } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import type { Log } from "#server/log.ts";
import { StartError } from "#server/start-error.ts";

/** What the command can do with the account of an email. */
const actions = new Map([
  ["make-admin", makeAdmin],
  ["remove-passkeys", removePasskeys], // optional: passkeys
]);

/** @param command what is typed before the action, for example "npm run user --" */
export function userUsage(command: string): string {
  return `Type: ${[...actions.keys()].map((name) => `${command} ${name} someone@example.com`).join(", or ")}`;
}

/**
 * Does something with a user's account. `make-admin <address>` makes a user an administrator, for example the first one.
 * @param o.command for messages, as for `userUsage`
 * @param o.withDatabase runs some work with the configured database
 * @returns a sentence that says what was changed
 * @throws StartError for invalid arguments
 */
export async function runUserCommand(
  [name = "", address, ...rest]: string[],
  o: {
    command: string;
    withDatabase: (work: (database: Database, log: Log) => Promise<string>) => Promise<string>;
  },
): Promise<string> {
  const usage = userUsage(o.command);
  const action = actions.get(name);
  if (!action || !address || rest.length > 0) throw new StartError(usage);
  const email = normalizeEmailStrictly(address);
  if (!email) throw new StartError(`"${address}" is not an email address. ${usage}`);
  return o.withDatabase(async (database, log) => {
    await migrate(database, { log });
    return action(database, email);
  });
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
