import { normalizeEmail } from "#features/auth/email.ts";
import type { Database } from "#server/database/connect.ts";
import { migrate } from "#server/database/migrate.ts";
import { withDatabase } from "./support/database.ts";
import { UserError } from "./bootstrap/errors.mjs";
import { createSteps } from "./bootstrap/steps.mjs";

const usage = "Say whom: npm run user -- make-admin someone@example.com";

/** `npm run user -- make-admin <address>`: gives a database its first administrator. */
export async function run([action, address, ...rest]: string[]): Promise<void> {
  if (action !== "make-admin" || !address || rest.length > 0) throw new UserError(usage);
  const email = normalizeEmail(address);
  if (!email) throw new UserError(`"${address}" is no e-mail address. ${usage}`);

  const steps = createSteps();
  const outcome = await withDatabase(steps, async (database) => {
    await migrate(database);
    return makeAdmin(database, email);
  });
  steps.print(outcome);
}

/**
 * Makes someone an administrator, with a new account where there is none: they sign in with a code as everyone does.
 * @param email as stored (`normalizeEmail`)
 * @returns a sentence about what was done
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
  if (!changed) return `${email} is an administrator already.`;
  if (changed.created) return `${email} has an account now, and is an administrator.`;
  return `${email} is an administrator now.`;
}
