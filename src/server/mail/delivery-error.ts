import { DecryptionError } from "#server/secret.ts";

/** Why a delivery failed. */
export type DeliveryError = {
  /** A retry would fail, too. */
  isPermanent: boolean;
  /** Without addresses and the server's response, because health checks show it. */
  reason: string;
  /** The mail server's response without addresses, for the log. */
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
 * Classifies an error of a transport. Only a 5xx response to the recipient or the message is permanent (RFC 5321, section
 * 4.2.1): an operator can correct errors of the connection, the credentials or the sender before the mail expires.
 */
export function deliveryErrorFrom(error: unknown): DeliveryError {
  if (error instanceof DecryptionError) {
    return { isPermanent: true, reason: "it was queued under another AUTH_SECRET" };
  }
  const { code, originalCode, command = "", response, responseCode, permanent }: SmtpError = Object(error);
  if (responseCode) {
    const isPermanent = permanent === true && (command === "RCPT TO" || command === "DATA");
    const reason =
      code === "EAUTH"
        ? `the mail server rejected the credentials (${responseCode})`
        : `the mail server responded with ${responseCode}${command && command !== "CONN" ? ` to ${command}` : ""}`;
    return { isPermanent, reason, response: withoutAddresses(response ?? "") };
  }
  return {
    isPermanent: false,
    reason: `the mail could not be delivered (${originalCode ?? code ?? "unknown"})`,
  };
}

function withoutAddresses(response: string): string {
  return response
    .replace(/\p{Cc}+/gu, " ")
    .replace(/[^\s<>"':;,]+@[^\s<>"':;,]+/g, "…")
    .slice(0, 300);
}
