import { brand } from "#brand/brand.ts";
import type { RunOptions, Running } from "#app/run/run.server.ts";
import { seededAccounts } from "#features/users/shared/seeded-accounts.ts";
import { formatError } from "../bootstrap/errors.mjs";
import type { Steps } from "../bootstrap/steps.mjs";
import { tourPath } from "./open-tour.ts";
import { formatLog } from "./pretty-log.ts";

/**
 * Runs the product in this process until a signal stops it, and prints its URL.
 * @param run starts it
 * @param alsoClose closes more when it stops
 */
export async function serveUntilStopped(
  steps: Steps,
  run: (options: Pick<RunOptions, "env" | "formatLog" | "onStep">) => Promise<Running>,
  alsoClose: () => Promise<void> = async () => {},
): Promise<Running> {
  const starting = run({ env: process.env, formatLog, onStep: steps.begin });
  // A signal during the start waits until everything is started and can be closed.
  onStop(async () => {
    const running = await starting.catch(() => undefined);
    steps.begin("Stopping");
    await running?.close();
    await alsoClose();
    steps.end();
  });
  const running = await starting.catch(async (error: unknown) => {
    steps.fail();
    await alsoClose();
    throw error;
  });
  steps.end();
  console.log(readyMessage(running));
  return running;
}

/** Process managers kill a process after about this time. */
const stopTimeoutMs = 10_000;

/** On the first signal: calls `stop` and ends the process. One Ctrl-C can arrive again, from npm, and is then ignored. */
function onStop(stop: () => Promise<void>): void {
  let isStopping = false;
  const end = (code: number, message?: string) => {
    if (message) console.error(message);
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (isStopping) return;
      isStopping = true;
      setTimeout(
        () => end(1, `The command did not stop within ${stopTimeoutMs / 1_000} s.`),
        stopTimeoutMs,
      ).unref();
      stop().then(
        () => end(0),
        (error: unknown) => end(1, formatError(error)),
      );
    });
  }
}

/** What a developer needs after the start: the URL, the accounts, and where mail is shown. */
function readyMessage({ url, config }: Pick<Running, "url" | "config">): string {
  const accounts = config.databaseUrl
    ? ["Make the first administrator with: npm run user -- make-admin someone@example.com"]
    : [
        "Sign in with a code as one of:",
        ...seededAccounts.map(({ email, role }) => `  ${email.padEnd(20)} ${role}`),
      ];
  const mail = config.smtpUrl
    ? []
    : [
        `Mail is shown at ${new URL("/dev/mailbox", url)}; the newest code is also printed here.`,
        `What to try first: ${new URL(tourPath, url)}`, // optional: tour
      ];
  const lines = [`${brand.name} runs at ${url}`, "", ...accounts, ...mail, "", "Ctrl-C stops it."];
  return `\n${lines.map((line) => line && `  ${line}`).join("\n")}\n`;
}
