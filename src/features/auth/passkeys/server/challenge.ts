import { randomBytes } from "node:crypto";
import { z } from "zod";
import { databaseTime } from "#server/database/clock.ts";
import type { Sql } from "#server/database/connect.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { challengeSeconds } from "../../limits.ts";

/*
 * A passkey signs a challenge, which works once and for one browser or session. The challenge is signed instead of stored,
 * so that viewing the login page writes nothing; a used one is stored as a rate limit of one, always in PostgreSQL.
 */

const purpose = "passkey challenge";
const format = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/;

/** A browser, by the secret in its cookie, or a session. */
export type ChallengeHolder = `browser ${string}` | `session ${string}`;

/** A new challenge, in base64url as in WebAuthn's JSON. */
export function createChallenge(secrets: Secrets, holder: ChallengeHolder): string {
  const random = randomBytes(16).toString("base64url");
  const expiry = databaseTime().getTime() + challengeSeconds * 1_000;
  const signature = secrets.hash(purpose, `${holder} ${random} ${expiry}`);
  return Buffer.from(`${random}.${expiry}.${signature}`).toString("base64url");
}

/**
 * Uses up the challenge that a passkey signed.
 * @param clientData the browser's client data, in base64url
 * @returns the challenge; undefined if it isn't the holder's, has expired or was used before
 */
export async function consumeChallenge(
  { database, secrets }: { database: Sql; secrets: Secrets },
  holder: ChallengeHolder,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  const signed = challenge === undefined ? undefined : signedText(secrets, holder, challenge);
  if (signed === undefined) return undefined;
  // base64url has several spellings of the same bytes, so the challenge's own spelling is no key.
  const use = { key: `passkey challenge ${signed}`, limit: 1, windowSeconds: challengeSeconds };
  return (await consumeLimit({ sql: database }, use)).allowed ? challenge : undefined;
}

/** The text that a valid challenge contains with its signature. */
function signedText(secrets: Secrets, holder: ChallengeHolder, challenge: string): string | undefined {
  const text = Buffer.from(challenge, "base64url").toString();
  const [, random, expiry, signature = ""] = format.exec(text) ?? [];
  const signed = `${holder} ${random} ${expiry}`;
  return secrets.matches(purpose, signed, signature) && Number(expiry) > databaseTime().getTime()
    ? signed
    : undefined;
}

/** A browser reports `crossOrigin: true` when another site's page embeds ours in a frame. */
const clientDataSchema = z.object({
  challenge: z.string().max(500),
  crossOrigin: z.literal(false).optional(),
});

function challengeIn(clientData: string): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientData, "base64url").toString());
    return clientDataSchema.safeParse(data).data?.challenge;
  } catch {
    return undefined;
  }
}
