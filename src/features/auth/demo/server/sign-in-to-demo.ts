import { and, eq, gt, isNull, sql } from "drizzle-orm";
import type { Database, Sql } from "#server/database/connect.ts";
import { checkCode } from "../../codes/code.ts";
import { type CookieSettings, sessionCookie, sessionLifetime } from "../../server/cookies.ts";
import { type Failure, failure, type SignedIn } from "../../server/results.ts";
import { newToken } from "../../server/tokens.ts";
import { expiryOf } from "../../sessions/server/find-session.ts";
import { isBanned, lockUser } from "../../store.ts";
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
    const shared =
      (await findSharedSession(transaction, services, user.id)) ??
      (await createSharedSession(transaction, services, user.id));
    return { ok: true, user, setCookies: [sessionCookie(services, shared).header] };
  });
}

function isDemoAccount(email: string): boolean {
  return demoAccounts.some((account) => account.email === email);
}

type SharedSession = { token: string; expiresAt: Date };

/** The session that an account's visitors share, unless it soon ends. */
async function findSharedSession(
  database: Sql,
  settings: CookieSettings,
  userId: string,
): Promise<SharedSession | undefined> {
  const { maxSeconds } = sessionLifetime(settings);
  const [found] = await database
    .select({ token: session.token, expiresAt: session.expiresAt })
    .from(session)
    .where(
      and(
        eq(session.userId, userId),
        isNull(session.ipAddress),
        isNull(session.impersonatedBy),
        gt(expiryOf(maxSeconds), sql`now() + interval '1 hour'`),
      ),
    )
    .limit(1);
  return found;
}

/** Unlike after other sign-ins, its user has not confirmed that it's them. */
async function createSharedSession(
  database: Sql,
  settings: CookieSettings,
  userId: string,
): Promise<SharedSession> {
  const { seconds } = sessionLifetime(settings);
  const created = { token: newToken(), expiresAt: new Date(Date.now() + seconds * 1_000) };
  await database.insert(session).values({ ...created, userId, ipAddress: null, userAgent: "" });
  return created;
}
