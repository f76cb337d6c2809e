import { isUuid } from "#lib/uuid.ts";
import type { Secrets } from "#server/secret.ts";

/*
 * A sign-in code belongs to the browser that requested it: its challenge cookie holds the code's id, signed for one email.
 * Other browsers can neither use the code nor consume its attempts.
 */

type Challenge = { id: string; email: string };

/** The cookie's value. */
export function writeChallenge(secrets: Secrets, challenge: Challenge): string {
  return `${challenge.id}.${secrets.hash("sign-in challenge", signedText(challenge))}`;
}

/** The id of the code that a browser requested for an email, if it did. */
export function readChallenge(
  secrets: Secrets,
  cookie: string | undefined,
  email: string,
): string | undefined {
  const [id = "", hash = ""] = cookie?.split(".") ?? [];
  return isUuid(id) && secrets.matches("sign-in challenge", signedText({ id, email }), hash) ? id : undefined;
}

function signedText({ id, email }: Challenge): string {
  return `sign-in ${id} ${email}`;
}
