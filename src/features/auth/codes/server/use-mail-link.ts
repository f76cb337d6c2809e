import { consumeLimit } from "#server/limits/rate-limit.ts";
import type { Client } from "../../server/request-client.ts";
import { type Failure, failure } from "../../server/results.ts";
import { consumeMailLink } from "../store.ts";
import { knownBrowserCookie } from "./known-browser.ts";
import { hashLinkToken, type MailLinkPurpose } from "./mail-links.ts";
import { stopLimit } from "./rate-limits.ts";
import { requestSignInCode, type SignInServices } from "./sign-in-with-code.ts";

/**
 * Uses a link in a mail with a code. `unlock` sends a code for this browser, even if strangers have reached the email's limits;
 * `stop` stops, for a day, the mails that other browsers request, unless they are known. The browser is known afterwards.
 */
export async function applyMailLink(
  services: SignInServices,
  client: Client,
  { purpose, token, language }: { purpose: MailLinkPurpose; token: string; language: string },
): Promise<{ ok: true; email: string; setCookies: string[] } | Failure> {
  const { sql } = services.database;
  const email = await consumeMailLink(sql, { tokenHash: hashLinkToken(token), purpose });
  if (!email) return failure("LINK_EXPIRED");
  const known = knownBrowserCookie(services, client, email);
  if (purpose === "stop") {
    await consumeLimit({ sql }, stopLimit(email));
    return { ok: true, email, setCookies: [known] };
  }
  const sent = await requestSignInCode(services, client, { email, language, usesMailLink: true });
  return sent.ok ? { ...sent, setCookies: [...sent.setCookies, known] } : sent;
}
