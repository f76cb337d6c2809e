import type { Database, Sql } from "#server/database/connect.ts";
import type { Secrets } from "#server/secret.ts";
import { checkEmail } from "../address.ts";
import { sessionSeconds } from "../cookies.ts";
import type { session } from "../table.ts";
import { newToken } from "../tokens.ts";
import { answerWithCode } from "./answer.ts";
import type { Asker } from "./budgets.ts";
import type { Refusal } from "./refusal.ts";
import { endBan, findPerson, insertPerson, insertSession, markVerified, type Person } from "./store.ts";

export type SignInServices = { database: Database; secrets: Secrets; signUp: boolean };

export type SignInAttempt = {
  email: string;
  code: string;
  /** The id of the code that this browser asked for, if it asked for one to this address. */
  challenge: (email: string) => string | undefined;
  asker: (email: string) => Asker;
  /** Kept with the session, to be recognised in the list of sessions. */
  device: { ipAddress: string; userAgent: string };
  /** The token of the session that the browser has already; a new one takes its place. */
  currentToken: string | undefined;
};

export type SignedIn = { person: Person; session: typeof session.$inferSelect };

/** Signs in with a code that was sent to an address. */
export async function signInWithCode(
  services: SignInServices,
  { code, challenge, asker, ...attempt }: SignInAttempt,
): Promise<SignedIn | Refusal> {
  const { email, problem } = checkEmail(attempt.email);
  if (problem) return { refused: problem };
  const answer = { id: challenge(email), email, purpose: "sign-in", code, asker: asker(email) } as const;
  return await answerWithCode(services, answer, (transaction) =>
    enter(transaction, services, email, attempt),
  );
}

/** What a proved address opens: a session, or the reason why not, which only its owner learns. */
async function enter(
  database: Sql,
  { signUp }: SignInServices,
  email: string,
  { device, currentToken }: Pick<SignInAttempt, "device" | "currentToken">,
): Promise<SignedIn | Refusal> {
  const person =
    (await findPerson(database, email)) ??
    (signUp ? ((await insertPerson(database, email)) ?? (await findPerson(database, email))) : undefined);
  if (!person) return { refused: "SIGNUP_DISABLED" };

  if (person.banned) {
    if (person.banExpires === null || person.banExpires > new Date()) return { refused: "BANNED_USER" };
    await endBan(database, person.id);
  }
  if (!person.emailVerified) await markVerified(database, person.id);

  const created = {
    token: newToken(),
    userId: person.id,
    expiresAt: new Date(Date.now() + sessionSeconds * 1_000),
    ...device,
  };
  return {
    person: { ...person, emailVerified: true },
    session: await insertSession(database, created, currentToken),
  };
}
