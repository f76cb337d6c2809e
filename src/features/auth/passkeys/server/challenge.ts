import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Sql } from "#server/database/connect.ts";
import { consumeLimit } from "#server/limits/rate-limit.ts";
import type { Secrets } from "#server/secret.ts";
import { challengeSeconds } from "#features/auth/limits.ts";

/*
 * What a passkey signs, so that its answer is good once and for who was asked. A challenge carries its own proof, so that
 * nothing is stored for whoever merely looks at the login page: that it was used is remembered as a spent budget of one.
 */

const purpose = "passkey challenge";
const form = /^([\w-]{22})\.(\d{13})\.([\w-]{43})$/;

/** Who a challenge is for: a browser, by the secret in its cookie, or a session. No other can use it. */
export type Holder = `browser ${string}` | `session ${string}`;

/** A new challenge, in base64url as WebAuthn's JSON has it. */
export function createChallenge(secrets: Secrets, holder: Holder): string {
  const random = randomBytes(16).toString("base64url");
  const end = Date.now() + challengeSeconds * 1_000;
  const proof = secrets.hash(purpose, `${holder} ${random} ${end}`);
  return Buffer.from(`${random}.${end}.${proof}`).toString("base64url");
}

/**
 * Uses up the challenge that an answer was made for.
 * @param clientData what the browser signed, in base64url
 * @returns the challenge; undefined where it is none of the holder's, is too old, or was used before
 */
export async function spendChallenge(
  { database, secrets }: { database: Sql; secrets: Secrets },
  holder: Holder,
  clientData: string,
): Promise<string | undefined> {
  const challenge = challengeIn(clientData);
  if (challenge === undefined || !isValid(secrets, holder, challenge)) return undefined;
  // Remembered for as long as it would be valid.
  const use = { key: `passkey challenge ${challenge}`, limit: 1, windowSeconds: challengeSeconds };
  return (await consumeLimit(database, use)).allowed ? challenge : undefined;
}

function isValid(secrets: Secrets, holder: Holder, challenge: string): boolean {
  const text = Buffer.from(challenge, "base64url").toString();
  const [, random, end, proof = ""] = form.exec(text) ?? [];
  return secrets.matches(purpose, `${holder} ${random} ${end}`, proof) && Number(end) > Date.now();
}

/** What a browser says of itself. It is none of ours where another site's page holds ours in a frame. */
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
