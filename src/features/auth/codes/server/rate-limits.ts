import { clientNetwork } from "#server/limits/client-network.ts";
import type { RateLimit } from "#server/limits/rate-limit.ts";
import { newCodeSeconds } from "../../limits.ts";

/** The client that requests or enters a code. */
export type Requester = {
  /** Its network address (RequestInfo). */
  clientAddress: string;
  userAgent: string | null;
  /**
   * The id of a browser that has signed in with this email before, or has opened a link in a mail to it: it has limits of
   * its own.
   */
  knownBrowser: string | undefined;
  /** The request comes from a link in a mail to this email. */
  usesMailLink?: boolean | undefined;
};

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * For requesting codes (docs/security.md, "Requesting codes"), the limits shared with others last. Strangers can reach
 * only those of the first group, so they can't lock out the mailbox's reader.
 */
export function requestLimits(email: string, requester: Requester): RateLimit[] {
  const mailbox = mailboxOf(email);
  const { knownBrowser, usesMailLink } = requester;
  if (usesMailLink) return [{ key: `request code by link ${mailbox}`, limit: 20, windowSeconds: hour }];
  if (knownBrowser) {
    return [
      ...repeatedRequestLimits(`browser ${knownBrowser} ${mailbox}`),
      { key: `request code known ${mailbox}`, limit: 20, windowSeconds: hour },
    ];
  }
  const client = clientKey(requester);
  return [
    { key: `request code ${client}`, limit: 60, windowSeconds: 10 * minute },
    { key: `request code ${client} ${domainOf(email)}`, limit: 30, windowSeconds: 10 * minute },
    ...repeatedRequestLimits(`${client} ${mailbox}`),
    { key: `request code ${mailbox}`, limit: 20, windowSeconds: hour },
  ];
}

function repeatedRequestLimits(subject: string): RateLimit[] {
  return [
    { key: `request code now ${subject}`, limit: 1, windowSeconds: newCodeSeconds },
    { key: `request code ${subject}`, limit: 6, windowSeconds: hour },
  ];
}

/** Reached for a day after the mailbox's reader has stopped the mails that unknown browsers request. */
export function stopLimit(email: string): RateLimit {
  return { key: `stop code mails ${mailboxOf(email)}`, limit: 1, windowSeconds: day };
}

/** For wrong codes: the client's limits, and the mailbox's. Known browsers have others, so that strangers can't reach them. */
export function attemptLimits(
  email: string,
  requester: Requester,
): { client: RateLimit[]; email: RateLimit[] } {
  const { knownBrowser } = requester;
  const mailbox = mailboxOf(email);
  const limitOf = (subject: string, limit: number) => ({
    key: `enter code ${subject}`,
    limit,
    windowSeconds: hour,
  });
  if (knownBrowser) {
    // The second limit is for all of them: who knows AUTH_SECRET can make known browsers without end.
    const own = limitOf(`browser ${knownBrowser} ${mailbox}`, 10);
    return { client: [], email: [own, limitOf(`known ${mailbox}`, 20)] };
  }
  return { client: [clientAttemptLimit(requester)], email: [limitOf(mailbox, 20)] };
}

/** For a client's wrong or expired codes, and whatever else it tries to sign in with. */
export function clientAttemptLimit({ clientAddress }: Pick<Requester, "clientAddress">): RateLimit {
  return { key: `enter code ${clientKey({ clientAddress })}`, limit: 100, windowSeconds: 10 * minute };
}

/** The email without a tag: mails to `ada+books@example.com` reach `ada@example.com` (RFC 5233). */
export function mailboxOf(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, "$1@");
}

function domainOf(email: string): string {
  return email.slice(email.lastIndexOf("@") + 1);
}

function clientKey({ clientAddress }: Pick<Requester, "clientAddress">): string {
  return `client ${clientNetwork(clientAddress)}`;
}
