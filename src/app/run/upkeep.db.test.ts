import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCaller, contextFor } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { upkeepTasks } from "./upkeep.server.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("each minute ended bans, deletions that can't be undone anymore and old activity are removed", async () => {
  const banned = await createCaller(database, "user");
  await database.pool.query(
    `update "user" set banned = true, ban_expires = now() - interval '1 second' where id = $1`,
    [banned.user.id],
  );
  await database.pool.query(
    `insert into deleted_record values ('note', $1, $1, now() - interval '11 minutes', '{}')`,
    [randomUUID()],
  );
  await database.pool.query(
    `insert into activity (action, subject_type, at) values ('update', 'note', now() - interval '366 days')`,
  );
  await runUpkeep();
  const { rows } = await database.pool.query(`
    select (select count(*)::int from "user" where banned) as bans, (select count(*)::int from deleted_record) as deletions,
      (select count(*)::int from activity where at < now() - interval '365 days') as activity`);
  expect(rows).toEqual([{ bans: 0, deletions: 0, activity: 0 }]);
});

// optional: api-keys
test("each minute API keys that ended 90 days ago are removed", async () => {
  const person = await createCaller(database, "user");
  await database.pool.query(
    `insert into api_key (user_id, name, key_hash, start, permissions, created_at, expires_at)
     select $1, days, repeat(days, 43), '', '{book:read}', now() - interval '1 year', now() - make_interval(days => 84 + days::int)
     from unnest('{5,7}'::text[]) as days`,
    [person.user.id],
  );
  await runUpkeep();
  const { rows } = await database.pool.query("select name from api_key");
  expect(rows).toEqual([{ name: "5" }]);
});
// end: api-keys

// optional: impersonation
test("each minute expired impersonations end", async () => {
  const [admin, person] = [await createCaller(database, "admin"), await createCaller(database, "user")];
  await database.pool.query(
    `insert into session (token, user_id, impersonated_by, administrator_session_id, expires_at)
     values ($1, $2, $3, $4, now() - interval '1 second')`,
    [randomUUID(), person.user.id, admin.user.id, admin.sessionId],
  );
  await runUpkeep();
  const { rows } = await database.pool.query(`select from session where impersonated_by is not null`);
  expect(rows).toEqual([]);
});
// end: impersonation

async function runUpkeep(): Promise<void> {
  const { log } = contextFor(database, null);
  for (const run of Object.values(upkeepTasks({ config: { activityRetentionDays: 365 }, database, log })))
    await run();
}
