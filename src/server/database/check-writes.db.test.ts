import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { startWriteCheck } from "./check-writes.ts";
import { connect } from "./connect.ts";
import { listen } from "#server/notifications/listen.ts";
import { sendNotifications } from "#server/notifications/send-notifications.ts";

let database: TestDatabase;
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
  await expect.poll(check.health).toBe("failing");
  await database.pool.query(`ALTER DATABASE ${rows[0]?.name} RESET temp_file_limit`);
  await expect.poll(check.health).toBe("ok");
});
