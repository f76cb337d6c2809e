import { expect, test } from "vitest";
import { connect } from "#server/database/connect.ts";
import { anotherInstance, createBrowser, randomEmail, signIn, testAuth } from "../../testing.ts";

const env = testAuth();

test("signing in, also again in the same browser, and signing out read no table as a whole", async () => {
  const { pool, name, connection } = env.database;
  // The planner then reads a whole table only where no index helps, however small it is.
  await pool.query(`ALTER DATABASE ${name} SET enable_seqscan = off`);
  const database = connect(connection, { applicationName: "read whole tables" });
  const auth = anotherInstance({ ...env, database });
  const browser = createBrowser(auth);
  const email = randomEmail();
  const readWholly = async () => {
    const { rows } = await pool.query<{ relname: string; scans: number }>(
      "SELECT relname, seq_scan::int AS scans FROM pg_stat_user_tables",
    );
    return new Map(rows.map(({ relname, scans }) => [relname, scans]));
  };
  const before = await readWholly();
  for (let times = 0; times < 2; times += 1)
    expect((await signIn({ auth, mails: env.mails }, email, browser)).response.status).toBe(200);
  expect((await browser.post("/sign-out")).status).toBe(200);
  await database.close();
  // A connection reports what it read when it ends.
  const connections = "SELECT FROM pg_stat_activity WHERE application_name LIKE '%read whole tables%'";
  await expect.poll(async () => (await pool.query(connections)).rowCount).toBe(0);
  const after = await readWholly();
  expect([...after].filter(([table, scans]) => scans > (before.get(table) ?? 0))).toEqual([]);
});
