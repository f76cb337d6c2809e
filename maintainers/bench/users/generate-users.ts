import type { Database } from "../../../src/server/database/connect.ts";
import { withoutIndexes } from "../../../testing/without-indexes.ts";

/** Of generated names, separated by spaces. */
const syllables =
  "ba be bo ca ce da de do fa fi ga go ha he ka ki la le lo ma me mi na ne no pa po ra re ro sa se ta te to va ve wa ya zo";

/** The number of users per statement. */
const batch = 250_000;

/**
 * Fills a database with generated users, with few statements. Each has a unique word in name and email, two sessions, or 50
 * like each ten thousandth, and two entries of activity. A twentieth never finished onboarding and has no name, a tenth is
 * unverified, a fiftieth banned, and one in a thousand is an administrator.
 */
export async function generateUsers({ pool }: Pick<Database, "pool">, count: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN; SET LOCAL statement_timeout = 0; SET LOCAL maintenance_work_mem = '512MB'");
    await withoutIndexes(client, ["user", "session", "activity"], async () => {
      // The trigger that limits them would do so for each session.
      await client.query("ALTER TABLE session DISABLE TRIGGER USER");
      await client.query("SELECT setseed(0.5)");
      for (let first = 1; first <= count; first += batch) {
        await client.query(insertUsers, [syllables.split(" "), first, Math.min(first + batch - 1, count)]);
      }
      await client.query(insertSessions);
      await client.query(insertActivity);
      await client.query("ALTER TABLE session ENABLE TRIGGER USER");
    });
    await client.query("COMMIT");
    await client.query("SET statement_timeout = 0");
    await client.query(`VACUUM ANALYZE "user", user_count, session, activity`);
  } finally {
    // Closes the connection, because its settings have changed.
    client.release(true);
  }
}

const insertUsers = `
  INSERT INTO "user" (name, email, email_verified, role, banned, ban_reason, ban_expires, onboarded_at, created_at, updated_at)
  SELECT
    CASE WHEN i % 20 <> 0 THEN initcap(first) || ' ' || initcap(last || 'ski') || ' ' || initcap(own) END,
    first || '.' || own || '@example.' || (ARRAY['com', 'org', 'net'])[1 + i % 3],
    i % 10 <> 3,
    CASE WHEN i % 1000 = 7 THEN 'admin' WHEN i % 1000 = 8 THEN 'admin,user' ELSE 'user' END,
    i % 50 = 1, CASE WHEN i % 50 = 1 THEN 'Spam' END,
    CASE WHEN i % 100 = 1 THEN now() + i * interval '1 minute' + interval '1 day' END,
    CASE WHEN i % 20 <> 0 THEN now() - i * interval '1 minute' END,
    now() - i * interval '1 minute',
    now() - random() * i * interval '1 minute'
  FROM (
    SELECT
      i,
      ($1::text[])[1 + floor(40 * power(random(), 2))::int] || ($1::text[])[1 + floor(40 * power(random(), 2))::int] AS first,
      ($1::text[])[1 + floor(40 * power(random(), 2))::int] || ($1::text[])[1 + floor(40 * random())::int] AS last,
      ($1::text[])[1 + i / 1600000 % 40] || ($1::text[])[1 + i / 40000 % 40] || ($1::text[])[1 + i / 1000 % 40]
        || ($1::text[])[1 + i / 25 % 40] || chr(97 + i % 25) AS own
    FROM generate_series($2::int, $3::int) AS i
  ) AS generated`;

const insertSessions = `
  INSERT INTO session (token, user_id, expires_at, ip_address, user_agent, created_at, updated_at)
  SELECT gen_random_uuid(), id, now() + interval '30 days', '192.0.2.1', 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    created_at, created_at + used * interval '1 second'
  FROM (SELECT *, row_number() OVER (ORDER BY created_at) AS number FROM "user" WHERE NOT banned) AS person
  CROSS JOIN LATERAL generate_series(1, CASE WHEN number % 10000 = 1 THEN 50 ELSE 2 END) AS used`;

const insertActivity = `
  INSERT INTO activity (at, actor_id, actor_name, actor_email, action, subject_type, subject_id, subject_name, client_address)
  SELECT created_at + number * interval '1 second', id, name, email, (ARRAY['signUp', 'signIn'])[number], 'user', id, name,
    '192.0.2.1'
  FROM "user" CROSS JOIN generate_series(1, 2) AS number`;
