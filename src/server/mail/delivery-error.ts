import { DecryptionError } from "#server/secret.ts";

/** Why an attempt failed. */
export type DeliveryError = {
  /** Trying again would end the same. */
  isPermanent: boolean;
  /** In a few words of our own: neither addresses nor what the server wrote, for health checks show it. */
  reason: string;
  /** What the mail server wrote, without addresses, for the log. */
  response?: string;
};

type SmtpError = {
  code?: string;
  originalCode?: string;
  command?: string;
  response?: string;
  responseCode?: number;
  permanent?: boolean;
};

/**
 * Explains what a transport threw. Only an answer of 5xx about the recipient or the message is permanent (RFC 5321,
 * section 4.2.1); one about the connection, the credentials or the sender is for an operator to mend in time.
 */
export function deliveryErrorFrom(error: unknown): DeliveryError {
  if (error instanceof DecryptionError) {
    return { isPermanent: true, reason: "it was queued under another AUTH_SECRET" };
  }
  const { code, originalCode, command = "", response, responseCode, permanent }: SmtpError = Object(error);
  if (responseCode) {
    const refused = permanent === true && (command === "RCPT TO" || command === "DATA");
    const reason =
      code === "EAUTH"
        ? `the mail server refused the credentials (${responseCode})`
        : `the mail server answered ${responseCode}${command && command !== "CONN" ? ` to ${command}` : ""}`;
    return { isPermanent: refused, reason, response: withoutAddresses(response ?? "") };
  }
  if (code === "ETIMEDOUT" || code === "EABORT") {
    return { isPermanent: false, reason: "the mail server took too long to answer" };
  }
  if (code && connectionCodes.has(code)) {
    return { isPermanent: false, reason: `no connection to the mail server (${originalCode ?? code})` };
  }
  return { isPermanent: false, reason: `the mail could not be delivered (${code ?? "unknown"})` };
}

const connectionCodes = new Set(["ECONNECTION", "ESOCKET", "EDNS", "ETLS", "EPROTOCOL"]);

function withoutAddresses(response: string): string {
  return response
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[^\s<>"':;,]+@[^\s<>"':;,]+/g, "…")
    .slice(0, 300);
}
