/**
 * Measures how fast processes send queued mails to a mail server that takes 50 ms for each: one process, four, and four with
 * SMTP_RATE=200. Fails if a mail is not sent exactly once, or a second has more mails than the rate and one for each process.
 *
 *   npm run bench -- mails                    100,000 mails for four processes
 *   npm run bench -- mails --count 10000      10,000
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { SMTPServer } from "smtp-server";
import { connect, type Database } from "../../src/server/database/connect.ts";
import { type DatabaseConnection, withDatabase } from "../../src/server/database/connection.ts";
import { migrate } from "../../src/server/database/migrate.ts";
import { queueMail } from "../../src/server/mail/queue.ts";
import { createTransport } from "../../src/server/mail/transport.ts";
import { startMailWorker } from "../../src/server/mail/worker.ts";
import { createSecrets } from "../../src/server/secret.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { machine } from "./lists/machine.ts";
import { startPostgres } from "./lists/product.ts";

const serverDelayMs = 50;
const perSecond = 200;
const secret = randomBytes(32).toString("base64url");
const log = { info: () => undefined, warn: console.warn, error: console.error };

type Order = { connection: DatabaseConnection; secret: string; smtpUrl: string; perSecond?: number };

if (process.send) process.once("message", (order: Order) => send(order));
else await measureAll();

/** Runs in a process of its own. */
function send({ connection, smtpUrl, ...order }: Order): void {
  const transport = createTransport({ smtpUrl, mailFrom: "books@example.org", dataDir: "unused" }, log);
  const secrets = createSecrets(order.secret);
  startMailWorker({ database: connect(connection), secrets, transport, perSecond: order.perSecond, log });
}

async function measureAll(): Promise<void> {
  const { values } = parseArgs({ options: { count: { type: "string", default: "100000" } }, strict: false });
  const count = Number(values.count);
  const steps = createSteps();
  const postgres = await startPostgres();
  const name = `flyleaf_bench_${randomBytes(6).toString("hex")}`;
  const connection = withDatabase(postgres.connection, name);
  const administration = connect(postgres.connection, { max: 1 });
  await administration.pool.query(`CREATE DATABASE ${name}`);
  const database = connect(connection, { max: 2 });
  try {
    await migrate(database);
    const measure = async (o: { mails: number; processes: number; perSecond?: number }) => {
      steps.begin(
        `${o.mails} mails, ${o.processes} processes${o.perSecond ? `, ${o.perSecond} a second` : ""}`,
      );
      const measured = await drain(database, connection, o);
      steps.end();
      return measured;
    };
    const one = await measure({ mails: Math.ceil(count / 50), processes: 1 });
    const four = await measure({ mails: count, processes: 4 });
    const limited = await measure({ mails: Math.ceil(count / 50), processes: 4, perSecond });
    console.log(`\n${machine()}\n
one process: ${one.perSecond.toFixed(0)} mails a second
four: ${four.perSecond.toFixed(0)} (${(four.perSecond / one.perSecond).toFixed(2)}), ${four.seconds.toFixed(0)} s in all
four, SMTP_RATE=${perSecond}: ${limited.perSecond.toFixed(0)}, at most ${limited.mostInASecond} in any second`);
    if (limited.mostInASecond > perSecond + 4) process.exitCode = 1;
  } finally {
    await database.close();
    await administration.pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
    await administration.close();
    await postgres.stop();
  }
}

/** Queues the mails, starts the processes, and waits until the queue is empty. */
async function drain(
  database: Database,
  connection: DatabaseConnection,
  o: { mails: number; processes: number; perSecond?: number },
) {
  await queue(database, o.mails);
  const server = await startMailServer();
  const order: Order = { connection, secret, smtpUrl: server.url, ...(o.perSecond && { perSecond }) };
  const children = Array.from({ length: o.processes }, () => start(order));
  try {
    while (!(await isEmpty(database))) await sleep(200);
  } finally {
    await Promise.all(children.map(stop));
    await server.close();
  }
  const { arrivals } = server;
  const times = [...arrivals.values()].flat();
  if (times.length !== o.mails || arrivals.size !== o.mails)
    throw new Error(`${o.mails} mails were queued, and ${times.length} for ${arrivals.size} people arrived`);
  const seconds = ((times.at(-1) ?? 0) - (times[0] ?? 0)) / 1_000;
  let first = 0;
  const inTheSecondBefore = times.map((time, index) => {
    while (time - (times[first] ?? 0) >= 1_000) first += 1;
    return index - first + 1;
  });
  const mostInASecond = inTheSecondBefore.reduce((most, each) => Math.max(most, each), 0);
  return { seconds, perSecond: o.mails / seconds, mostInASecond };
}

async function queue(database: Database, mails: number): Promise<void> {
  const secrets = createSecrets(secret);
  const text = "A sentence of a mail, which has some of them.\n".repeat(20);
  await database.sql.transaction(async (transaction) => {
    for (let n = 1; n <= mails; n += 1) {
      const to = `person${n}@example.com`;
      await queueMail(transaction, secrets, {
        to,
        subject: "News",
        html: `<p>${text}</p>`,
        text,
        lifetimeSeconds: 24 * 3_600,
        isAwaited: false,
      });
    }
  });
}

async function isEmpty({ pool }: Database): Promise<boolean> {
  const { rows } = await pool.query("SELECT FROM mail_queue LIMIT 1");
  return rows.length === 0;
}

function start(order: Order): ChildProcess {
  const child = fork(import.meta.filename);
  child.send(order);
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill();
  await exited;
}

/** A mail server that keeps only when each person's mails began to arrive, in order. */
async function startMailServer() {
  const arrivals = new Map<string, number[]>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    onRcptTo({ address }, _session, done) {
      arrivals.set(address, [...(arrivals.get(address) ?? []), performance.now()]);
      done();
    },
    onData(stream, _session, done) {
      stream.resume();
      stream.once("end", () => setTimeout(done, serverDelayMs));
    },
  });
  server.on("error", () => undefined); // The processes end while they are connected.
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    arrivals,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
