import { randomBytes } from "node:crypto";
import type { Database, Sql } from "#server/database/connect.ts";
import { refund, spendAll } from "#server/limits/limits.ts";
import type { Secrets } from "#server/secret.ts";
import { checkEmail } from "../address.ts";
import { checkCode } from "../code.ts";
import { sessionSeconds } from "../cookies.ts";
import type { session } from "../table.ts";
import { addressAnswerBudget, type Asker, clientAnswerBudget } from "./budgets.ts";
import { hashCode } from "./codes.ts";
import type { Refusal } from "./refusal.ts";
import {
  answerCode,
  endBan,
  findPerson,
  insertPerson,
  insertSession,
  markVerified,
  type Outcome,
  type Person,
  wasGuessed,
} from "./store.ts";

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

/**
 * Signs in with a code that was sent to an address. The answer is paid for before it is compared, so that any number of
 * answers at once can't exceed the budgets; one that turns out right is not counted.
 */
export async function signInWithCode(
  services: SignInServices,
  attempt: SignInAttempt,
): Promise<SignedIn | Refusal> {
  const { email, problem } = checkEmail(attempt.email);
  if (problem) return { refused: problem };
  const { code, problem: codeProblem } = checkCode(attempt.code);
  if (codeProblem) return { refused: codeProblem };
  const id = attempt.challenge(email);
  if (id === undefined) return { refused: "NO_CHALLENGE" };

  const { database, secrets } = services;
  const asker = attempt.asker(email);
  const ofClient = clientAnswerBudget(asker);
  const ofAddress = addressAnswerBudget(email, asker);
  const { allowed, retryAfterSeconds } = await spendAll(database.sql, [ofClient, ofAddress]);
  if (!allowed) return { refused: "TOO_MANY_REQUESTS", retryAfterSeconds };

  const answer = { id, email, purpose: "sign-in" as const };
  const codeHash = hashCode(secrets, answer, code);
  const { outcome, result } = await database.sql.transaction(async (transaction) => {
    const outcome = await answerCode(transaction, { ...answer, codeHash });
    const result =
      outcome === "right"
        ? await enter(transaction, services, email, attempt)
        : await refuse(transaction, outcome, id);
    return { outcome, result };
  });

  // Nothing was learned from a code that is over: answering it costs the client, and not the address.
  if (outcome === "right" || outcome === "spent") await refund(database.sql, ofAddress);
  if (outcome === "right") await refund(database.sql, ofClient);
  return result;
}

async function refuse(database: Sql, outcome: Exclude<Outcome, "right">, id: string): Promise<Refusal> {
  if (outcome === "wrong") return { refused: "INVALID_OTP" };
  if (outcome === "last wrong" || (await wasGuessed(database, id))) return { refused: "TOO_MANY_ATTEMPTS" };
  return { refused: "OTP_EXPIRED" };
}

/** What a proved address opens: a session, or the reason why not, which only its owner learns. */
async function enter(
  database: Sql,
  { signUp }: SignInServices,
  email: string,
  { device, currentToken }: SignInAttempt,
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
    token: randomBytes(24).toString("base64url"),
    userId: person.id,
    expiresAt: new Date(Date.now() + sessionSeconds * 1_000),
    ...device,
  };
  return {
    person: { ...person, emailVerified: true },
    session: await insertSession(database, created, currentToken),
  };
}
