import type { Database, Sql } from "#server/database/connect.ts";
import type { Secrets } from "#server/secret.ts";
import { checkEmail } from "#features/auth/email.ts";
import {
  type Entrance,
  isBanned,
  openSession,
  type SignedIn,
} from "#features/auth/sessions/server/create-session.ts";
import { answerWithCode } from "./verify-code.ts";
import type { Asker } from "./rate-limits.ts";
import type { Refusal } from "#features/auth/server/api-errors.ts";
import { findPerson, insertPerson, markVerified } from "../store.ts";

export type SignInServices = { database: Database; secrets: Secrets; signUp: boolean };

export type SignInAttempt = Entrance & {
  email: string;
  code: string;
  /** The id of the code that this browser asked for, if it asked for one to this address. */
  challenge: (email: string) => string | undefined;
  asker: (email: string) => Asker;
};

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
  entrance: Entrance,
): Promise<SignedIn | Refusal> {
  const person =
    (await findPerson(database, email)) ??
    (signUp ? ((await insertPerson(database, email)) ?? (await findPerson(database, email))) : undefined);
  if (!person) return { refused: "SIGNUP_DISABLED" };

  if (await isBanned(database, person)) return { refused: "BANNED_USER" };
  if (!person.emailVerified) await markVerified(database, person.id);
  return {
    person: { ...person, emailVerified: true },
    session: await openSession(database, person.id, entrance),
  };
}
