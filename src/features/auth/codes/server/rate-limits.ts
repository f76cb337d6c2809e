import { clientNetwork } from "#server/limits/client-network.ts";
import type { RateLimit } from "#server/limits/rate-limit.ts";
import { newCodeSeconds } from "../../limits.ts";

/** The client that requests or enters a code. */
export type Requester = {
  /** Its network address (RequestInfo). */
  clientAddress: string;
  /** The id of a browser that has signed in with this email before: it has limits of its own. */
  knownBrowser: string | undefined;
};

const minute = 60;
const hour = 60 * minute;

/** For requesting codes (decisions: "Sign-in"). The client's limit comes first: when it is reached, the email's isn't used. */
export function requestLimits(email: string, requester: Requester): RateLimit[] {
  const subject = subjectKey(email, requester);
  return [
    { key: `request code ${clientKey(requester)}`, limit: 60, windowSeconds: 10 * minute },
    { key: `request code now ${subject}`, limit: 1, windowSeconds: newCodeSeconds },
    { key: `request code ${subject}`, limit: 6, windowSeconds: hour },
  ];
}

/** For a client's wrong or expired codes. */
export function clientAttemptLimit(requester: Requester): RateLimit {
  return { key: `enter code ${clientKey(requester)}`, limit: 100, windowSeconds: 10 * minute };
}

/** For wrong codes for an email, or of a known browser for it. */
export function emailAttemptLimit(email: string, requester: Requester): RateLimit {
  const key = `enter code ${subjectKey(email, requester)}`;
  return { key, limit: requester.knownBrowser ? 10 : 20, windowSeconds: hour };
}

function clientKey({ clientAddress }: Requester): string {
  return `client ${clientNetwork(clientAddress)}`;
}

function subjectKey(email: string, { knownBrowser }: Requester): string {
  return knownBrowser ? `browser ${knownBrowser} ${email}` : `email ${email}`;
}
