import { setTimeout as sleep } from "node:timers/promises";
import type { PoolClient } from "pg";
import type { Database } from "#server/database/connect.ts";
import type { Log } from "#server/log.ts";
import type { Secrets } from "#server/secret.ts";
import { deliveryErrorFrom } from "./delivery-error.ts";
import type { MailTransport } from "./mail.ts";
import { mailChannel, decryptMail } from "./queue.ts";
import { deleteExpiredMails, deleteMails, claimDueMails, type ClaimedMail, rescheduleMail } from "./store.ts";

export type MailWorker = {
  /** Looks for due mails now. */
  wake(): void;
  /** Takes no more mails, gives those on their way 5 s, and puts back what is left. */
  stop(): Promise<void>;
  /** "ok", or "failing: " and how the last attempt, or the last look into the queue, failed. */
  health(): string;
};

/** Milliseconds. */
export type MailTimes = {
  /** Between looks into the queue where nobody tells of a mail. */
  pollMs: number;
  /** What one attempt may take. */
  attemptTimeoutMs: number;
  /** After which a mail whose process is silent is due again: longer than `attempt`. */
  leaseMs: number;
  /** Before the second attempt; each further wait is three times as long, up to `longestRetry`. */
  firstRetryMs: number;
  maxRetryMs: number;
  /** What running attempts get when the worker stops. */
  stopTimeoutMs: number;
};

const defaultTimes: MailTimes = {
  pollMs: 5_000,
  attemptTimeoutMs: 30_000,
  leaseMs: 60_000,
  firstRetryMs: 5_000,
  maxRetryMs: 120_000,
  stopTimeoutMs: 5_000,
};

const concurrency = 4;

/**
 * Sends queued mails, until `stop`. Every instance runs one: the database gives each mail to one of them. A mail is sent
 * once, except where a process or the database dies between the delivery and its note of it.
 */
export function startMailWorker({
  database,
  secrets,
  transport,
  log,
  ...options
}: {
  database: Database;
  secrets: Secrets;
  transport: MailTransport;
  log: Pick<Log, "info" | "warn" | "error">;
  times?: Partial<MailTimes>;
}): MailWorker {
  const times = { ...defaultTimes, ...options.times };
  const attempts = new Set<Promise<void>>();
  /** Delivered, but still in the database. */
  const delivered = new Set<string>();
  const givingUp = new AbortController();
  let isStopping = false;
  let listener: PoolClient | undefined;
  let deliveryProblem: string | undefined;
  let databaseProblem: string | undefined;
  let alarm = Promise.withResolvers<void>();
  const wake = () => alarm.resolve();

  async function run() {
    while (!isStopping) {
      alarm = Promise.withResolvers();
      try {
        await listen();
        await eraseDelivered();
        for (const mail of await deleteExpiredMails(database.sql)) {
          log.error(
            { mail: mail.id, attempts: mail.attempts, reason: mail.lastError },
            "A mail expired undelivered",
          );
        }
        await startAttempts();
        if (databaseProblem) log.info("The mail queue can be read again");
        databaseProblem = undefined;
      } catch (error) {
        if (!databaseProblem && !isStopping) log.error({ err: error }, "The mail queue can't be read");
        databaseProblem = "the mail queue can't be read";
      }
      await Promise.race([alarm.promise, pause(times.pollMs)]);
    }
  }

  async function startAttempts() {
    const limit = concurrency - attempts.size;
    if (limit === 0 || isStopping) return;
    const picked = await claimDueMails(database.sql, { limit, lease: times.leaseMs });
    for (const mail of picked) {
      const attempt = deliver(mail).catch((error: unknown) => {
        log.warn({ mail: mail.id, err: error }, "What became of a mail could not be noted");
      });
      attempts.add(attempt);
      // There may be more mails than could be taken.
      void attempt.then(() => attempts.delete(attempt)).then(wake);
    }
  }

  async function deliver(mail: ClaimedMail) {
    const signal = AbortSignal.any([givingUp.signal, AbortSignal.timeout(times.attemptTimeoutMs)]);
    try {
      await transport.send({ id: mail.id, ...decryptMail(secrets, mail.sealedMail) }, signal);
    } catch (error) {
      return await noteFailure(mail, error);
    }
    deliveryProblem = undefined;
    delivered.add(mail.id);
    await eraseDelivered();
  }

  async function noteFailure(mail: ClaimedMail, error: unknown) {
    if (givingUp.signal.aborted) {
      return await rescheduleMail(database.sql, mail, { delay: 0, reason: "its process stopped" });
    }
    const { isPermanent: permanent, reason, response } = deliveryErrorFrom(error);
    const about = { mail: mail.id, attempt: mail.attempts, reason, response };
    if (permanent) {
      log.error(about, "A mail was refused for good");
      return await deleteMails(database.sql, [mail.id]);
    }
    deliveryProblem = reason;
    const delay = Math.min(times.firstRetryMs * 3 ** (mail.attempts - 1), times.maxRetryMs);
    log.warn({ ...about, retryMs: delay }, "A mail could not be delivered and will be tried again");
    await rescheduleMail(database.sql, mail, { delay, reason });
  }

  async function eraseDelivered() {
    const ids = [...delivered];
    await deleteMails(database.sql, ids);
    for (const id of ids) delivered.delete(id);
  }

  /** Hears of new mails as they are committed; where that is impossible (behind some poolers), polling remains. */
  async function listen() {
    if (listener) return;
    const client = await database.pool.connect();
    const release = () => {
      if (listener !== client) return;
      listener = undefined;
      client.release(true);
    };
    listener = client;
    client.on("notification", wake);
    client.once("error", release);
    client.once("end", release);
    try {
      await client.query(`LISTEN ${mailChannel}`);
    } catch (error) {
      release();
      throw error;
    }
    if (isStopping) release();
  }

  const running = run();
  let stopped: Promise<void> | undefined;

  async function stop() {
    isStopping = true;
    wake();
    const finished = async () => {
      await running;
      await Promise.all(attempts);
    };
    await Promise.race([finished(), pause(times.stopTimeoutMs)]);
    givingUp.abort();
    await Promise.race([finished(), pause(1_000)]);
    const client = listener;
    listener = undefined;
    client?.release(true);
  }

  return {
    wake,
    stop: () => (stopped ??= stop()),
    health() {
      const problem = databaseProblem ?? deliveryProblem;
      return problem ? `failing: ${problem}` : "ok";
    },
  };
}

/** A wait that does not keep the process alive. */
function pause(milliseconds: number): Promise<void> {
  return sleep(milliseconds, undefined, { ref: false });
}
