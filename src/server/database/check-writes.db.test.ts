import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { startWriteCheck } from "./check-writes.ts";
import { connect } from "./connect.ts";
import { listen } from "#server/notifications/listen.ts";
import { sendNotifications } from "#server/notifications/send-notifications.ts";

/** For expect.poll: statements wait 5 s for a lock. */
const pollOptions = { timeout: 20_000 };

let database: TestDatabase;

/** Locks a table. @returns unlocks it */
async function lock(table: string): Promise<() => Promise<void>> {
  const client = await database.pool.connect();
  await client.query("BEGIN");
  await client.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
  return async () => {
    await client.query("ROLLBACK");
    client.release();
  };
}
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// optional: live
test("a notification to oneself shows whether live updates work", async () => {
  const times = { intervalMs: 20, notificationMs: 300 };
  const check = startWriteCheck({ pool: database.pool, log, times });
  onTestFinished(check.stop);
  await expect.poll(check.notifications).toBe("failing: notifications don't arrive");

  const listener = listen({
    connection: database.connection,
    log,
    channels: check.channels,
  });
  onTestFinished(listener.stop);
  await expect
    .poll(async () => {
      await sendNotifications(database);
      return check.notifications();
    })
    .toBe("ok");
  expect(check.health()).toBe("ok");
});
// end: live

test("a database whose disk is full can't write, and can again when it has", async () => {
  const { rows } = await database.pool.query<{ name: string }>("SELECT current_database() AS name");
  await database.pool.query(`ALTER DATABASE ${rows[0]?.name} SET temp_file_limit = '1kB'`);
  // The setting is that of new connections, as is each after a failed statement.
  const { pool, close } = connect(database.connection, { max: 1 });
  onTestFinished(close);
  const check = startWriteCheck({ pool, log, times: { intervalMs: 20 } });
  onTestFinished(check.stop);
  await expect.poll(check.health).toBe("failing: error 53400");
  await database.pool.query(`ALTER DATABASE ${rows[0]?.name} RESET temp_file_limit`);
  await expect.poll(check.health).toBe("ok");
});

test("a lock is reported as such, not as a disk that fails, whether on what the check writes or on what takes all connections", async () => {
  const { pool, lockConflicts, close } = connect(database.connection, { max: 2 });
  const check = startWriteCheck({ pool, log, times: { intervalMs: 20, timeoutMs: 3_000 } });
  onTestFinished(async () => {
    await check.stop();
    await close();
  });
  await expect.poll(check.health).toBe("ok");
  expect(lockConflicts.health()).toBe("ok");
  const unlock = await lock("pending_notification"); // optional: live
  await expect.poll(check.health, pollOptions).toBe("failing: a table is locked"); // optional: live
  await unlock(); // optional: live

  await expect.poll(check.health, pollOptions).toBe("ok");
  const unlockUsers = await lock('"user"');
  const waiting = Array.from({ length: 6 }, () => pool.query(`SELECT FROM "user"`).catch(() => undefined));
  await expect.poll(check.health, pollOptions).toBe("failing: no connection is free");
  await expect
    .poll(lockConflicts.health, pollOptions)
    .toMatch(/^failing: \d+ statements waited in vain for a lock$/);
  await expect.poll(lockConflicts.count, pollOptions).toBeGreaterThanOrEqual(2);
  await unlockUsers();
  await Promise.all(waiting);
  await expect.poll(check.health, pollOptions).toBe("ok");
});
