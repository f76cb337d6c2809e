import { consumeLimit } from "#server/limits/rate-limit.ts";
import type { Client } from "../../server/request-client.ts";
import { type Failure, failure } from "../../server/results.ts";
import { consumeMailLink } from "../store.ts";
import { knownBrowserCookie } from "./known-browser.ts";
import { hashLinkToken } from "./mail-links.ts";
import { stopLimit } from "./rate-limits.ts";
import { requestSignInCode, type SignInServices } from "./sign-in-with-code.ts";

/**
 * Uses a link to send a code to the email of its mail, for this browser, even if strangers have reached the email's limits.
 * The browser then has limits of its own for the email.
 */
export async function unlockWithLink(
  services: SignInServices,
  client: Client,
  { token, language }: { token: string; language: string },
): Promise<{ ok: true; email: string; setCookies: string[] } | Failure> {
  const email = await consumeMailLink(services.database.sql, {
    tokenHash: hashLinkToken(token),
    purpose: "unlock",
  });
  if (!email) return failure("LINK_EXPIRED");
  const sent = await requestSignInCode(services, client, { email, language, usesMailLink: true });
  if (!sent.ok) return sent;
  return { ...sent, setCookies: [...sent.setCookies, knownBrowserCookie(services, client, email)] };
}

/** Uses a link to stop, for a day, the mails to its email that other browsers request, unless they are known. */
export async function stopWithLink(
  services: SignInServices,
  client: Client,
  token: string,
): Promise<{ ok: true; setCookies: string[] } | Failure> {
  const { sql } = services.database;
  const email = await consumeMailLink(sql, { tokenHash: hashLinkToken(token), purpose: "stop" });
  if (!email) return failure("LINK_EXPIRED");
  await consumeLimit(sql, stopLimit(email));
  return { ok: true, setCookies: [knownBrowserCookie(services, client, email)] };
}
