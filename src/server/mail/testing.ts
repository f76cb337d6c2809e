import { createSecrets } from "#server/secret.ts";
import type { Mail } from "./mail.ts";

export const testSecret = "a secret of more than 32 characters, for tests";
export const testSecrets = createSecrets(testSecret);

/** A mail to an address, with a code. */
export function mailTo(to: string, changes: Partial<Mail> = {}): Mail {
  const code = "482913";
  return {
    to,
    subject: "Your verification code",
    html: `<p>To verify: <b>${code}</b></p>`,
    text: `To verify: ${code}\n`,
    code,
    expiresAt: new Date(Date.now() + 600_000),
    ...changes,
  };
}

/** A log that keeps what it is told, as one text for each line. */
export function createTestLog() {
  const lines: string[] = [];
  const write = (level: string) => (about: unknown, message?: string) => {
    lines.push(`${level}: ${message ?? ""} ${typeof about === "string" ? about : JSON.stringify(about)}`);
  };
  return { lines, info: write("info"), warn: write("warn"), error: write("error") };
}
