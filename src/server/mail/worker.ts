import { setTimeout as sleep } from "node:timers/promises";
import { startAfterCommits } from "#server/database/after-commits.ts";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import type { Secrets } from "#server/secret.ts";
import { deliveryErrorFrom } from "./delivery-error.ts";
import type { MailTransport } from "./mail.ts";
import { decryptMail } from "./queue.ts";
import { describeQueue, lateSeconds, type QueueState, readQueueState } from "./queue-state.ts";
import { claimDueMails, type ClaimedMail, deleteExpiredMails, deleteMail, rescheduleMail } from "./store.ts";

export type MailWorker = {
  /** Claims no more mails, waits up to 5 s for running deliveries, and reschedules the others. */
  stop(): Promise<void>;
  /** "ok", or "failing: " and why: the queue can't be read, or its mails are late. */
  health(): string;
  /** Whether a mail that is queued now will probably be late. */
  isLate(): boolean;
  /** The queue as it was a few seconds ago, or undefined if it can't be read. */
  state(): QueueState | undefined;
  /** How many mails expired undelivered, found by this process. */
  expiredCount(): number;
};

const defaultTimes = {
  /** Between checks of the queue, for retries, and for mails of single statements and of other processes. */
  pollMs: 500,
  /** Between two looks at how long mails have waited. */
  stateMs: 2_000,
  /** Between two claims, so that several mails are claimed together. */
  pauseMs: 20,
  /** The timeout of an attempt. */
  attemptTimeoutMs: 30_000,
  /** After which a mail whose process died is due again: longer than `attemptTimeoutMs`. */
  leaseMs: 60_000,
  /** Before the second attempt; each further delay is three times as long, up to `maxRetryMs`. */
  firstRetryMs: 5_000,
  maxRetryMs: 120_000,
  /** How long `stop` waits for running attempts. */
  stopTimeoutMs: 5_000,
};

export type MailTimes = typeof defaultTimes;

/** Four instances have fewer connections than Postfix accepts of a client (50). */
const concurrency = 10;

/**
 * Sends queued mails, until `stop`: at once after this process's own transactions. Every instance runs a worker; each mail is
 * claimed by one of them. A mail is sent once, except if a process or the database dies between its delivery and the deletion
 * of its row.
 * Why this is not a library: docs/decisions/0019-libraries.md.
 */
export function startMailWorker({
  database,
  secrets,
  transport,
  perSecond,
  log,
  ...options
}: {
  database: Pick<Database, "sql" | "onCommit">;
  secrets: Secrets;
  transport: MailTransport;
  /** How many mails all instances together send in a second; without it, as many as they can. */
  perSecond?: number | undefined;
  log: Pick<Log, "info" | "warn" | "error">;
  times?: Partial<MailTimes>;
}): MailWorker {
  const times = { ...defaultTimes, ...options.times };
  const attempts = new Set<Promise<void>>();
  const abortAttempts = new AbortController();
  let state: QueueState | undefined;
  let stateReadAt = -Infinity;
  let expiredCount = 0;
  let databaseProblem: string | undefined;

  async function checkQueue(signal: AbortSignal) {
    try {
      for (const mail of await deleteExpiredMails(database.sql)) {
        expiredCount += 1;
        log.error(
          { mail: mail.id, attempts: mail.attempts, reason: mail.lastError },
          "A mail expired undelivered",
        );
      }
      await readState();
      await startAttempts(signal);
      if (databaseProblem) log.info("The mail queue can be read again");
      databaseProblem = undefined;
    } catch (error) {
      if (!databaseProblem && !signal.aborted) log.error({ err: error }, "The mail queue can't be read");
      databaseProblem = "the mail queue can't be read";
    }
  }

  async function readState() {
    if (performance.now() - stateReadAt < times.stateMs) return;
    state = await readQueueState(database.sql);
    stateReadAt = performance.now();
  }

  async function startAttempts(signal: AbortSignal) {
    const limit = concurrency - attempts.size;
    if (limit === 0 || signal.aborted) return;
    for (const mail of await claimDueMails(database.sql, { limit, leaseMs: times.leaseMs, perSecond })) {
      const attempt = deliver(mail).catch((error: unknown) => {
        log.warn({ mail: mail.id, err: error }, "The outcome of a mail could not be stored");
      });
      attempts.add(attempt);
      // More mails may be due than could be claimed at once.
      void attempt.then(() => attempts.delete(attempt)).then(checks.wake);
    }
  }

  async function deliver(mail: ClaimedMail) {
    try {
      await sleep(mail.delayMs, undefined, { signal: abortAttempts.signal, ref: false });
      const signal = AbortSignal.any([abortAttempts.signal, AbortSignal.timeout(times.attemptTimeoutMs)]);
      await transport.send({ id: mail.id, ...decryptMail(secrets, mail.sealedMail) }, signal);
    } catch (error) {
      return await handleFailure(mail, error);
    }
    await deleteMail(database.sql, mail.id);
  }

  async function handleFailure(mail: ClaimedMail, error: unknown) {
    if (abortAttempts.signal.aborted) {
      return await rescheduleMail(database.sql, mail, { delayMs: 0, reason: "its process stopped" });
    }
    const { isPermanent, reason, response } = deliveryErrorFrom(error);
    const details = { mail: mail.id, attempt: mail.attempts, reason, response };
    if (isPermanent) {
      log.error(details, "A mail was rejected permanently");
      return await deleteMail(database.sql, mail.id);
    }
    const delayMs = Math.min(times.firstRetryMs * 3 ** (mail.attempts - 1), times.maxRetryMs);
    log.warn({ ...details, retryMs: delayMs }, "A mail could not be delivered and will be tried again");
    await rescheduleMail(database.sql, mail, { delayMs, reason });
  }

  const checks = startAfterCommits({
    database,
    intervalMs: times.pollMs,
    pauseMs: times.pauseMs,
    run: checkQueue,
  });
  let stopped: Promise<void> | undefined;

  async function stop() {
    const finished = checks.stop().then(() => Promise.all(attempts));
    await Promise.race([finished, unrefSleep(times.stopTimeoutMs)]);
    abortAttempts.abort();
    await Promise.race([finished, unrefSleep(1_000)]);
  }

  return {
    stop: () => (stopped ??= stop()),
    health() {
      if (databaseProblem) return `failing: ${databaseProblem}`;
      return state ? describeQueue(state) : "ok";
    },
    isLate: () => state !== undefined && state.awaitedSeconds > lateSeconds,
    state: () => (databaseProblem ? undefined : state),
    expiredCount: () => expiredCount,
  };
}

/** A delay that doesn't keep the process alive. */
function unrefSleep(milliseconds: number): Promise<void> {
  return sleep(milliseconds, undefined, { ref: false });
}
