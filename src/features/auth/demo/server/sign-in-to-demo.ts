import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { fromNow } from "#server/database/clock.ts";
import type { Database, Sql } from "#server/database/connect.ts";
import { checkCode } from "../../codes/code.ts";
import { type CookieSettings, sessionLifetime } from "../../server/cookies.ts";
import { type Failure, failure, type SignedIn } from "../../server/results.ts";
import { newToken } from "../../server/tokens.ts";
import { expiryOf } from "../../sessions/server/expiry.ts";
import { isBanned, lockUser, type SessionRow } from "../../store.ts";
import { session } from "../../table.ts";
import { demoAccounts, demoCode } from "./demo-accounts.ts";

type Services = CookieSettings & { database: Database };

/** Sends nothing: everyone knows the code. @returns as `requestSignInCode` does */
export function requestDemoCode(email: string): { ok: true; email: string; setCookies: string[] } | Failure {
  return isDemoAccount(email) ? { ok: true, email, setCookies: [] } : failure("SIGNUP_DISABLED");
}

/**
 * Signs in to a demo. All visitors of an account share one session, which contains nothing of them: so none can see or
 * end another's, and their number needs no limit.
 */
export async function signInToDemo(
  services: Services,
  { email, code: typed }: { email: string; code: string },
): Promise<SignedIn | Failure> {
  const { code, problem } = checkCode(typed);
  if (problem) return failure(problem);
  if (!isDemoAccount(email)) return failure("SIGNUP_DISABLED");
  if (code !== demoCode) return failure("INVALID_OTP");
  return await services.database.sql.transaction(async (transaction): Promise<SignedIn | Failure> => {
    const user = await lockUser(transaction, { email });
    if (!user) return failure("SIGNUP_DISABLED");
    if (await isBanned(transaction, user)) return failure("BANNED_USER");
    const shared = await sharedSession(transaction, services, user.id);
    return shared ? { ok: true, user, session: shared, setCookies: [] } : failure("INVALID_OTP");
  });
}

function isDemoAccount(email: string): boolean {
  return demoAccounts.some((account) => account.email === email);
}

/**
 * The session that an account's visitors share: the one that there is, unless it soon ends, or else a new one. Unlike after
 * other sign-ins, its user has not confirmed that it's them.
 */
async function sharedSession(
  database: Sql,
  settings: CookieSettings,
  userId: string,
): Promise<SessionRow | undefined> {
  const { seconds, maxSeconds } = sessionLifetime(settings);
  const isLasting = gt(expiryOf(maxSeconds), sql`now() + interval '1 hour'`);
  const [found] = await database
    .select()
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        isNull(session.ipAddress),
        isNull(session.impersonatedBy), // optional: impersonation
        isLasting,
      ),
    )
    .limit(1);
  if (found) return found;
  const expiresAt = fromNow(seconds);
  const values = { token: newToken(), expiresAt, userId, ipAddress: null, userAgent: "" };
  const [created] = await database.insert(session).values(values).returning();
  return created;
}
