import type { Config } from "#server/config.ts";
import type { Sql } from "#server/database/connect.ts";
import type { Client } from "#features/auth/server/request-client.ts";
import { recordRejection, recordSignUp, securityContext } from "../../server/auth-activity.ts";
import { readOurCookie } from "../../server/cookies.ts";
import { requestDemoCode, signInToDemo } from "../../demo/server/sign-in-to-demo.ts";
import { type Failure, failure, type SignedIn } from "../../server/results.ts";
import { checkEmailStrictly } from "../../server/strict-email.ts";
import { createSession, type SessionServices } from "../../sessions/server/create-session.ts";
import { claimUnverifiedAccount, insertUser, isBanned, lockUser, type User } from "../../store.ts";
import { challengeCookie, forgetChallenges, readChallenges } from "./challenge-cookie.ts";
import { knownBrowserCookie, readKnownBrowser } from "./known-browser.ts";
import type { Requester } from "./rate-limits.ts";
import { type CodeServices, requestCode } from "./request-code.ts";
import { verifyCode } from "./verify-code.ts";

export type SignInServices = CodeServices &
  SessionServices & { config: Pick<Config, "baseUrl" | "auth" | "smtpUrl"> };

/** Sends a sign-in code. @returns the email in its stored form, and the challenge cookie */
export async function requestSignInCode(
  services: SignInServices,
  client: Client,
  { email: typed, language, usesMailLink }: { email: string; language: string; usesMailLink?: boolean },
): Promise<{ ok: true; email: string; setCookies: string[] } | Failure> {
  const { config } = services;
  const { email, problem } = checkEmailStrictly(typed);
  if (problem) return failure(problem);
  if (config.auth.isDemo) return requestDemoCode(email); // optional: demo
  const requester = { ...requesterOf(services, client, email), usesMailLink };
  const holder = { ids: readChallenges(services, client, email) };
  const sent = await requestCode(services, { email, purpose: "sign-in", holder, language, requester });
  if (!sent.ok) {
    await recordRejectedCode(services, client, sent, email);
    if (!config.smtpUrl && sent.error.code === "TOO_MANY_REQUESTS") {
      const mailbox = new URL("/dev/mailbox", config.baseUrl).href;
      services.log.info(
        `Too many codes for ${email}: its last mail has a link that sends a new one at once, ${mailbox}`,
      );
    }
    return sent;
  }
  return { ok: true, email, setCookies: [challengeCookie(services, client, { id: sent.id, email })] };
}

/** Signs in with a code; creates the account if there is none and signing up is on. */
export async function signInWithCode(
  services: SignInServices,
  client: Client,
  { email: typed, code }: { email: string; code: string },
): Promise<SignedIn | Failure> {
  const { email, problem } = checkEmailStrictly(typed);
  if (problem) return failure(problem);
  if (services.config.auth.isDemo) return await signInToDemo(services, { email, code }); // optional: demo
  const holder = { ids: readChallenges(services, client, email) };
  const requester = requesterOf(services, client, email);
  const attempt = { holder, email, purpose: "sign-in", code, requester } as const;
  let owner: User | undefined;
  const result = await verifyCode(services, attempt, async (transaction): Promise<SignedIn | Failure> => {
    const user = await findOrCreateUser(transaction, services, client, email);
    owner = user;
    if (!user) return failure("SIGNUP_DISABLED");
    if (await isBanned(transaction, user)) return failure("BANNED_USER");
    if (!user.emailVerified) await claimUnverifiedAccount(transaction, { userId: user.id });
    const session = await createSession(transaction, services, user, client, "code");
    const challenges = forgetChallenges(services, client, email);
    const setCookies = [challenges, knownBrowserCookie(services, client, email)];
    return { ok: true, user: { ...user, emailVerified: true }, session, setCookies };
  });
  if (!result.ok) await recordRejectedCode(services, client, result, email, owner);
  return result;
}

async function findOrCreateUser(
  database: Sql,
  services: SignInServices,
  client: Client,
  email: string,
): Promise<User | undefined> {
  const existing = await lockUser(database, { email });
  if (existing || !services.config.auth.signUp) return existing;
  const created = await insertUser(database, email);
  if (!created) return await lockUser(database, { email });
  await recordSignUp(database, securityContext(services, client, created), created);
  return created;
}

/** @param owner whose right code was rejected for another reason */
async function recordRejectedCode(
  services: SignInServices,
  client: Client,
  result: Failure,
  email: string,
  owner?: User,
): Promise<void> {
  const context = securityContext(services, client, owner);
  await recordRejection(services, context, result, { event: "signInFailed", method: "code", email });
}

function requesterOf(
  { config, secrets }: SignInServices,
  { headers, clientAddress }: Client,
  email: string,
): Requester {
  const cookie = readOurCookie(config, headers, "browser");
  const knownBrowser = readKnownBrowser(secrets, cookie, email);
  return { clientAddress, userAgent: headers.get("user-agent"), knownBrowser };
}
