/**
 * Measures live updates (docs/decisions/0017-live-updates.md): four processes of the built product on one database hold 20,000
 * streams, each of a session of its own, first without changes, then with one change in two seconds, which is sent at once, then
 * with 50 changes a second of one topic. The delay is from the change's commit to the next event of each stream.
 *
 *   npm run bench -- live                     20,000 streams, then 1,000
 *   npm run bench -- live --streams 4000      4,000
 */
import { type ChildProcess, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { sql } from "drizzle-orm";
import { sessionCookie } from "../../src/features/auth/server/cookies.ts";
import type { Database } from "../../src/server/database/connect.ts";
import { databaseUrl } from "../../src/server/database/connection.ts";
import { startNotificationSender } from "../../src/server/notifications/send-notifications.ts";
import { createSecrets } from "../../src/server/secret.ts";
import { startServer } from "../../testing/e2e/support/server.ts";
import { buildProduct } from "../../scripts/build.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { machine } from "./lists/machine.ts";
import { startPostgres, startProduct } from "./lists/product.ts";
import type { Usage } from "./lists/report-usage.ts";
import { reportUsage } from "./lists/usage-of.ts";

const processCount = 4;
/** Each opens half of the streams: the files that a process may have open are limited. */
const readerCount = 2;
/** A client may have 500 streams. */
const streamsPerClient = 100;
/** Requests that a reader makes at once. */
const openingAtOnce = 32;
const phaseSeconds = 22;
const phases = { idle: 0, "a change in 2 s": 0.5, "50 changes/s": 50 };
const silent = { info: () => undefined, warn: console.warn };

type StreamOrder = { url: string; cookie: string; client: string };
type Measured = { events: number; delays: number[] };

if (process.send) process.once("message", (orders: StreamOrder[]) => void read(orders));
else await measureAll();

/** Runs in a process of its own: opens the streams, and after each message with the times of changes sends the delays. */
async function read(orders: StreamOrder[]): Promise<void> {
  const arrivals = orders.map((): number[] => []);
  const waiting = orders.map((order, index) => () => openStream(order, (at) => arrivals[index]?.push(at)));
  const openAll = async () => {
    for (let open = waiting.pop(); open; open = waiting.pop()) await open();
  };
  await Promise.all(Array.from({ length: openingAtOnce }, openAll));
  process.send?.("open");
  process.on("message", (changes: number[]) => {
    /** How many streams waited so many milliseconds for a change. */
    const delays: number[] = [];
    let events = 0;
    for (const times of arrivals) {
      events += times.length;
      let next = 0;
      for (const change of changes) {
        while (next < times.length && (times[next] ?? 0) < change) next += 1;
        const delay = Math.round((times[next] ?? Infinity) - change);
        if (delay < Infinity) delays[delay] = (delays[delay] ?? 0) + 1;
      }
      times.length = 0;
    }
    process.send?.({ events, delays: Array.from(delays, (count) => count ?? 0) } satisfies Measured);
  });
}

/** Resolves at the first event, which each stream begins with. */
function openStream({ url, cookie, client }: StreamOrder, onBooks: (at: number) => void): Promise<void> {
  const { host, hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connectSocket(Number(port), hostname);
    socket.setEncoding("latin1");
    socket.on("data", (text: string) => {
      if (text.includes("data: books")) onBooks(Date.now());
      else if (text.includes("retry: ")) resolve();
      else if (/^HTTP\/1.1 (?!200)/.test(text)) reject(new Error(text));
    });
    socket.on("error", reject);
    socket.on("close", () => reject(new Error("A stream was closed")));
    socket.write(
      `GET /api/live?since=0 HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${client}\r\n\r\n`,
    );
  });
}

async function measureAll(): Promise<void> {
  const { values } = parseArgs({ options: { streams: { type: "string" } }, strict: false });
  const steps = createSteps();
  await buildProduct(steps);
  const rows: string[] = [];
  for (const streams of values.streams ? [Number(values.streams)] : [20_000, 1_000])
    rows.push(...(await measure(streams, steps)));
  console.log(`\n${machine()}, with the readers and the database on the same cores\n
| streams, changes | CPU of a process | delay p50 | p99 | events per stream and second | kB per stream |
| --- | ---: | ---: | ---: | ---: | ---: |\n${rows.join("\n")}`);
}

async function measure(streams: number, steps: ReturnType<typeof createSteps>): Promise<string[]> {
  const postgres = await startPostgres();
  const secret = randomBytes(32).toString("base64url");
  const env = { AUTH_SECRET: secret, LOG_LEVEL: "warn" };
  const product = await startProduct(postgres, addBook, env);
  const others = await Promise.all(
    Array.from({ length: processCount - 1 }, async () => {
      const reported = await reportUsage();
      const own = { DATABASE_URL: databaseUrl(product.connection), ...product.data };
      const server = await startServer({ ...env, ...own, ...reported.env });
      return { url: server.url, usage: reported.usage, stop: server.stop };
    }),
  );
  const servers = [product, ...others];
  const usages = () => Promise.all(servers.map(({ usage }) => usage()));
  const readers: ChildProcess[] = [];
  const sender = startNotificationSender({ database: product.database, log: silent });
  try {
    const tokens = await addSessions(product.database, Math.ceil(streams / processCount));
    const orders = servers.flatMap(({ url }) =>
      tokens.map((token, index): StreamOrder => {
        const settings = { config: { baseUrl: new URL(url) }, secrets: createSecrets(secret) };
        const [cookie = ""] = sessionCookie(settings, { token, expiresAt: new Date() }).split(";");
        return { url, cookie, client: `198.18.0.${Math.floor(index / streamsPerClient)}` };
      }),
    );
    const before = await usages();
    steps.begin(`Opening ${streams} streams`);
    for (let index = 0; index < readerCount; index += 1) {
      const reader = fork(import.meta.filename);
      reader.send(orders.filter((_, order) => order % readerCount === index));
      readers.push(reader);
    }
    await Promise.all(readers.map((reader) => once(reader, "message")));
    const after = await usages();
    const kilobytes = sum(after, "memoryBytes") - sum(before, "memoryBytes");
    const rows: string[] = [];
    for (const [name, perSecond] of Object.entries(phases)) {
      steps.begin(`${streams} streams, ${name}`);
      const measured = await measurePhase(product.database, { usages, readers, perSecond });
      const memory = rows.length === 0 ? (kilobytes / 1_024 / streams).toFixed(0) : "";
      const { cpu, p50, p99 } = measured;
      const events = (measured.events / streams / measured.seconds).toFixed(2);
      rows.push(`| ${streams}, ${name} | ${cpu.toFixed(3)} | ${p50} | ${p99} | ${events} | ${memory} |`);
    }
    steps.end();
    return rows;
  } finally {
    for (const reader of readers) reader.kill();
    await sender.stop();
    await Promise.all(others.map(({ stop }) => stop()));
    await product.stop();
    await postgres.stop();
  }
}

/** @param o.perSecond changes @returns seconds of CPU that a process uses in a second, and delays in milliseconds */
async function measurePhase(
  database: Database,
  o: { usages: () => Promise<Usage[]>; readers: ChildProcess[]; perSecond: number },
) {
  const before = await o.usages();
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const changes: number[] = [];
  while (o.perSecond > 0 && elapsedMs() < (phaseSeconds - 2) * 1_000) {
    await database.sql.transaction((transaction) =>
      transaction.execute(sql`UPDATE book SET publisher = gen_random_uuid(), version = version + 1`),
    );
    changes.push(Date.now());
    await sleep(Math.max(0, (changes.length / o.perSecond) * 1_000 - elapsedMs()));
  }
  await sleep(Math.max(0, phaseSeconds * 1_000 - elapsedMs()));
  const seconds = elapsedMs() / 1_000;
  const after = await o.usages();
  const cpu = (sum(after, "cpuMs") - sum(before, "cpuMs")) / 1_000 / seconds / processCount;
  const measured = await Promise.all(
    o.readers.map(async (reader) => {
      const message = once(reader, "message") as Promise<[Measured]>;
      reader.send(changes);
      return (await message)[0];
    }),
  );
  const events = measured.reduce((total, each) => total + each.events, 0);
  const delays: number[] = [];
  for (const each of measured)
    each.delays.forEach((count, delay) => (delays[delay] = (delays[delay] ?? 0) + count));
  return { seconds, cpu, events, p50: percentile(delays, 0.5), p99: percentile(delays, 0.99) };
}

/** @param counts how often each value occurs */
function percentile(counts: number[], part: number): string {
  const total = counts.reduce((all, count) => all + (count ?? 0), 0);
  let seen = 0;
  const found = counts.findIndex((count) => (seen += count ?? 0) >= part * total);
  return total === 0 ? "" : `${found} ms`;
}

function sum(usages: Usage[], name: "cpuMs" | "memoryBytes"): number {
  return usages.reduce((total, usage) => total + usage[name], 0);
}

async function addBook({ pool }: Database): Promise<void> {
  await pool.query(`
    WITH added AS (INSERT INTO genre (name, hue) VALUES ('Essays', 30) RETURNING id)
    INSERT INTO book (title, author, genre_id) SELECT 'Book', 'Ada Author', id FROM added`);
}

/** Adds users with a session each. @returns its token */
async function addSessions({ sql: database }: Database, count: number): Promise<string[]> {
  return await database.transaction(async (transaction) => {
    // Without triggers, which would count the sessions of each user.
    await transaction.execute(sql`SET LOCAL session_replication_role = replica`);
    const { rows } = await transaction.execute<{ token: string }>(sql`
      WITH added AS (
        INSERT INTO "user" (email, name, email_verified, onboarded_at)
        SELECT 'person' || n || '@example.com', 'Petra Person', true, now() FROM generate_series(1, ${count}::int) AS n
        RETURNING id
      )
      INSERT INTO session (user_id, token, expires_at)
      SELECT id, gen_random_uuid(), now() + interval '30 days' FROM added RETURNING token`);
    await transaction.execute(sql`ANALYZE session, "user"`);
    return rows.map(({ token }) => token);
  });
}
