import type { Config } from "#server/config.ts";
import { seededAccounts } from "#features/users/shared/seeded-accounts.ts";

/** What a developer needs after the start: the URL, the accounts, and where mail is shown. */
export function readyMessage({ url, config }: { url: string; config: Config }): string {
  const accounts = config.databaseUrl
    ? ["Make the first administrator with: npm run user -- make-admin someone@example.com"]
    : [
        "Sign in with a code as one of:",
        ...seededAccounts.map(({ email, role }) => `  ${email.padEnd(20)} ${role}`),
      ];
  const mail = config.smtpUrl
    ? []
    : [`Mail is shown at ${new URL("/dev/mailbox", url)}; the newest code is also printed here.`];
  return [
    "",
    `  Flyleaf runs at ${url}`,
    "",
    ...[...accounts, ...mail, "", "Ctrl-C stops it."].map(indent),
    "",
  ].join("\n");
}

function indent(line: string): string {
  return line && `  ${line}`;
}
