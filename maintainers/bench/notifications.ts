/**
 * Measures what notifications cost writers (docs/decisions/0058-notifications-after-the-commit.md): books updated per second,
 * each in its own transaction, on one database with full durability, in turn without notifications, with those of the product,
 * and with pg_notify in the writer's transaction. Then the same while each commit waits 10 ms longer, as for a slow disk or standby.
 *
 *   npm run bench -- notifications
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../../src/server/database/connect.ts";
import { startEmbeddedDatabase } from "../../src/server/database/embedded/embedded.ts";
import { listen } from "../../src/server/notifications/listen.ts";
import { migrate } from "../../src/server/database/migrate.ts";
import { startNotificationSender } from "../../src/server/notifications/send-notifications.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";

const rounds = 5;
const roundMs = 2_000;
const maxWriters = 16;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
/** By the trigger that is enabled. */
const kinds = { none: "without", books_changed: "after the commit", books_inside: "in the transaction" };
type Trigger = keyof typeof kinds;
const triggers = Object.keys(kinds) as Trigger[];

const steps = createSteps();
const dataDir = await mkdtemp(join(tmpdir(), "flyleaf-bench-"));
const embedded = await steps.run("Starting PostgreSQL", () =>
  startEmbeddedDatabase({ dataDir, log: silent, settings: { commit_siblings: "0" } }),
);
const writersDatabase = connect(embedded.connection, { max: maxWriters });
const processDatabase = connect(embedded.connection);
let received = 0;
try {
  await migrate(processDatabase);
  await addBooks(processDatabase);
  const listener = listen({
    connection: embedded.connection,
    log: silent,
    channels: { flyleaf_changes: { onNotification: () => (received += 1), onListen: () => undefined } },
  });
  const sender = startNotificationSender({ database: processDatabase, log: silent });
  for (const delayMs of [0, 10]) {
    await processDatabase.pool.query(`ALTER SYSTEM SET commit_delay = ${delayMs * 1_000}`);
    await processDatabase.pool.query("SELECT pg_reload_conf()");
    for (const writers of [1, maxWriters]) await compare(writers, delayMs);
  }
  await Promise.all([sender.stop(), listener.stop()]);
} finally {
  await Promise.all([writersDatabase.close(), processDatabase.close()]);
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Adds a book for each writer, and the trigger that notifies in the writer's transaction. */
async function addBooks({ pool }: Database) {
  await pool.query("INSERT INTO genre (name, hue) VALUES ('Essays', 30)");
  await pool.query(`
    INSERT INTO book (title, author, genre_id)
    SELECT 'Book ' || n, 'Ada Author', genre.id FROM genre, generate_series(1, ${maxWriters}) AS n`);
  await pool.query(`
    CREATE FUNCTION notify_inside() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM pg_notify('flyleaf_changes', 'books');
      RETURN NULL;
    END $$;
    CREATE TRIGGER books_inside AFTER UPDATE ON book FOR EACH STATEMENT EXECUTE FUNCTION notify_inside()`);
}

async function compare(writers: number, delayMs: number) {
  const rates: Record<Trigger, number[]> = { none: [], books_changed: [], books_inside: [] };
  const name = `${writers} at once${delayMs > 0 ? `, each commit ${delayMs} ms longer` : ""}`;
  steps.begin(name);
  for (let round = 0; round <= rounds; round++) {
    for (const trigger of triggers) {
      await enable(trigger);
      const receivedBefore = received;
      const rate = await write(writersDatabase, writers);
      if (trigger !== "none" && received === receivedBefore) throw new Error("No notification was received");
      // The first round warms up.
      if (round > 0) rates[trigger].push(rate);
    }
  }
  steps.end();
  const base = median(rates.none);
  const results = triggers.map((trigger) => {
    const rate = median(rates[trigger]);
    return `${kinds[trigger]} ${rate.toFixed(0)}/s (${(rate / base).toFixed(2)})`;
  });
  console.log(`${name}: ${results.join(", ")}`);
}

async function enable(trigger: Trigger) {
  for (const name of ["books_changed", "books_inside"])
    await processDatabase.pool.query(
      `ALTER TABLE book ${name === trigger ? "ENABLE" : "DISABLE"} TRIGGER ${name}`,
    );
}

/** Updates books on several connections at once, each its own. @returns updates per second */
async function write({ pool }: Database, writers: number): Promise<number> {
  const startedAt = performance.now();
  let saved = 0;
  const writeOn = async (writer: number) => {
    while (performance.now() - startedAt < roundMs) {
      await pool.query(
        "UPDATE book SET publisher = gen_random_uuid(), version = version + 1 WHERE title = $1",
        [`Book ${writer}`],
      );
      saved++;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, index) => writeOn(index + 1)));
  return (saved / (performance.now() - startedAt)) * 1_000;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
