/**
 * Measures what live updates cost writers (docs/decisions/0017-live-updates.md): books saved per second, each in its own
 * transaction, alternately with and without the trigger that notifies, on one database with full durability.
 *
 *   npm run bench -- live
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../../src/server/database/connect.ts";
import { startEmbeddedDatabase } from "../../src/server/database/embedded/embedded.ts";
import { migrate } from "../../src/server/database/migrate.ts";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";

const rounds = 5;
const roundMs = 2_000;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const steps = createSteps();
const dataDir = await mkdtemp(join(tmpdir(), "flyleaf-bench-"));
const embedded = await steps.run("Starting PostgreSQL", () =>
  startEmbeddedDatabase({ dataDir, log: silent }),
);
const database = connect(embedded.connection, { max: 16 });
try {
  await migrate(database);
  await database.pool.query("INSERT INTO genre (name, hue) VALUES ('Essays', 30)");
  const listener = connect(embedded.connection, { max: 1 });
  await listener.pool.query("LISTEN flyleaf_changes");
  for (const writers of [1, 4, 16]) {
    const rates = { silent: [] as number[], notifying: [] as number[] };
    steps.begin(`${writers} at once`);
    for (let round = 0; round <= rounds; round++) {
      for (const kind of ["silent", "notifying"] as const) {
        await database.pool.query(
          `ALTER TABLE book ${kind === "notifying" ? "ENABLE" : "DISABLE"} TRIGGER books_added`,
        );
        const rate = await write(database, writers);
        // The first round warms up.
        if (round > 0) rates[kind].push(rate);
      }
    }
    steps.end();
    const [without, withNotify] = [median(rates.silent), median(rates.notifying)];
    console.log(
      `${writers} at once: ${without.toFixed(0)} books/s without notifications, ${withNotify.toFixed(0)} with: ${(withNotify / without).toFixed(2)}`,
    );
  }
  await listener.close();
} finally {
  await database.close();
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true });
}

/** Saves books on several connections at once. @returns books per second */
async function write({ pool }: Database, writers: number): Promise<number> {
  const startedAt = performance.now();
  let saved = 0;
  const writeOn = async () => {
    while (performance.now() - startedAt < roundMs) {
      await pool.query(
        `INSERT INTO book (title, author, genre_id)
         SELECT gen_random_uuid(), 'Ada Author', id FROM genre WHERE name = 'Essays'`,
      );
      saved++;
    }
  };
  await Promise.all(Array.from({ length: writers }, writeOn));
  return (saved / (performance.now() - startedAt)) * 1_000;
}

function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
