import { isUuid } from "#lib/uuid.ts";
import type { Secrets } from "#server/secret.ts";
import type { CodePurpose } from "./create-code.ts";

/*
 * A code belongs to the browser that asked for it: that browser's challenge cookie names the code, and is signed for one
 * address and one purpose. Who lacks it can neither use the code nor spend its wrong answers.
 */

const purposeOfHash = "sign-in challenge";

type Challenge = { id: string; email: string; purpose: CodePurpose };

/** The cookie's value. */
export function writeChallenge(secrets: Secrets, challenge: Challenge): string {
  return `${challenge.id}.${secrets.hash(purposeOfHash, textOf(challenge))}`;
}

/** The id of the code that a cookie stands for, if it stands for one to this address. */
export function readChallenge(
  secrets: Secrets,
  cookie: string | undefined,
  { email, purpose }: Omit<Challenge, "id">,
): string | undefined {
  const [id = "", hash = ""] = cookie?.split(".") ?? [];
  return isUuid(id) && secrets.matches(purposeOfHash, textOf({ id, email, purpose }), hash) ? id : undefined;
}

function textOf({ id, email, purpose }: Challenge): string {
  return `${purpose} ${id} ${email}`;
}
