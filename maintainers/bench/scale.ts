/**
 * Measures what docs/scale.md takes further: the bytes of each row and each of its index entries, what pages and requests cost
 * the database, where Citus would execute their statements, and what it would not accept in the tables.
 *
 *   npm run bench -- scale                     1,000,000 users
 *   npm run bench -- scale --users 100000      a hundred thousand
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createSteps } from "../../scripts/bootstrap/steps.mjs";
import { buildProduct } from "../../scripts/build.ts";
import { generateBooks } from "../../src/features/books/fixtures/generate-books.ts";
import { startEmbeddedDatabase } from "../../src/server/database/embedded/embedded.ts";
import { createAuthClient } from "../../testing/auth-client.ts";
import { machine } from "./lists/machine.ts";
import { type Product, startProduct } from "./lists/product.ts";
import { type Plan, placementOf } from "./scale/placement.ts";
import { generateUsers } from "./users/generate-users.ts";

/** The column by which each table would be distributed. All other tables would be on every node. */
const keys: Record<string, string> = {
  user: "id",
  session: "user_id",
  account: "user_id",
  passkey: "user_id",
  api_key: "user_id",
  device: "user_id",
  email_change: "user_id",
  mail_link: "user_id",
  idempotent_request: "user_id",
  activity: "actor_id",
  sign_in_code: "email",
  budget: "key",
};

const repetitions = 10;
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

const { values } = parseArgs({ options: { users: { type: "string", default: "1000000" } } });
const userCount = Number(values.users);
const steps = createSteps();
await buildProduct(steps);
const dataDir = await mkdtemp(join(tmpdir(), "flyleaf-bench-"));
const embedded = await startEmbeddedDatabase({
  dataDir,
  log: silent,
  settings: { shared_preload_libraries: "pg_stat_statements", max_wal_size: "4GB" },
});
try {
  steps.begin(`Inserting ${userCount} users`);
  const fill = async (database: Product["database"]) => {
    await generateUsers(database, userCount);
    await generateBooks(database, Math.ceil(userCount / 10));
    await database.pool.query("CREATE EXTENSION pg_stat_statements");
  };
  const product = await startProduct({ connection: embedded.connection, stop: embedded.stop }, fill);
  steps.end();
  try {
    console.log(`\n${machine()}; ${userCount} users.\n`);
    await printSizes(product);
    await printCosts(product);
    await printConstraints(product);
  } finally {
    await product.stop();
  }
} finally {
  await embedded.stop();
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
}

async function printSizes({ database: { pool } }: Product): Promise<void> {
  const { rows } = await pool.query<{ name: string; relation: string; rows: number; bytes: number }>(`
    SELECT tables.relname AS name, relations.relname AS relation, tables.reltuples AS rows,
      pg_relation_size(relations.oid)::float8 AS bytes
    FROM pg_class AS tables
    JOIN LATERAL (
      SELECT tables.oid, tables.relname UNION ALL
      SELECT indexrelid, indexrelid::regclass::text::name FROM pg_index WHERE indrelid = tables.oid
    ) AS relations ON true
    WHERE tables.relkind = 'r' AND tables.relnamespace = 'public'::regnamespace AND tables.reltuples >= 1000
    ORDER BY pg_total_relation_size(tables.oid) DESC, relations.oid <> tables.oid, bytes DESC`);
  console.log("| Table or index | Rows | Bytes for each row |\n| --- | ---: | ---: |");
  for (const { name, relation, rows: count, bytes } of rows)
    console.log(
      `| ${name === relation ? name : `· ${relation}`} | ${count} | ${Math.round(bytes / count)} |`,
    );
}

type Cost = { query: string; calls: number; ms: number; blocks: number };

async function printCosts(product: Product): Promise<void> {
  const statements = new Map<string, string[]>();
  console.log(
    `\n| | Statements | Milliseconds of the database | Pages of 8 kB |\n| --- | ---: | ---: | ---: |`,
  );
  for (const [name, call] of Object.entries(await callsOf(product))) {
    await call();
    await product.database.pool.query("SELECT pg_stat_statements_reset()");
    for (let count = 0; count < repetitions; count += 1) await call();
    const costs = await costsOf(product);
    const sum = (of: (cost: Cost) => number) =>
      costs.reduce((total, cost) => total + of(cost), 0) / repetitions;
    console.log(
      `| ${name} | ${sum(({ calls }) => calls).toFixed(1)} | ${sum(({ ms }) => ms).toFixed(2)} | ${Math.round(sum(({ blocks }) => blocks))} |`,
    );
    for (const { query } of costs) statements.set(query, [...(statements.get(query) ?? []), name]);
  }
  console.log("\n| Statement | Of | Where it runs |\n| --- | --- | --- |");
  for (const [query, names] of statements) {
    const text = query.replaceAll(/\s+/g, " ").replaceAll("|", "\\|").slice(0, 110);
    console.log(`| ${text} | ${names.join(", ")} | ${await placeOf(product, query)} |`);
  }
}

/** What people do, each as the administrator. */
async function callsOf({ url, administrator, mail, database: { pool } }: Product) {
  const idOf = async (query: string) => (await pool.query<{ id: string }>(query)).rows[0]?.id ?? "";
  const userId = await idOf(`SELECT id FROM "user" WHERE role = 'user' AND NOT banned LIMIT 1`);
  const bookId = await idOf("SELECT id FROM book LIMIT 1");
  const genreId = await idOf("SELECT id FROM genre LIMIT 1");
  const headers = { cookie: administrator.cookie, origin: url, accept: "text/html" };
  const page = (path: string) => async () => {
    const response = await fetch(url + path, { headers });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await response.text();
  };
  let written = 0;
  return {
    Home: page("/app"),
    "a list of books": page("/app/books"),
    "a search of books": page("/app/books?searchTerm=the"),
    "a book": page(`/app/books/${bookId}`),
    "a list of users": page("/manager/users"),
    "a search of users": page("/manager/users?searchTerm=bako"),
    "a user": page(`/manager/users/${userId}`),
    activity: page("/manager/activity"),
    dashboard: page("/manager/dashboard"),
    "a new book": async () => {
      const response = await fetch(`${url}/api/rest/books`, {
        method: "POST",
        headers: { ...headers, accept: "application/json", "content-type": "application/json" },
        body: JSON.stringify({ title: `Scale ${(written += 1)}`, author: "Ada", genreId }),
      });
      if (!response.ok) throw new Error(`A new book: ${response.status} ${await response.text()}`);
    },
    "a sign-in": async () => {
      const client = createAuthClient(url);
      const email = `scale${(written += 1)}@example.com`;
      await client.requestCode(email);
      const { status } = await client.verifyCode(email, await mail.codeFor(email));
      if (status !== 200) throw new Error(`A sign-in: ${status}`);
    },
  };
}

async function costsOf({ database: { pool } }: Product): Promise<Cost[]> {
  const { rows } = await pool.query<Cost>(`
    SELECT query, calls::int, total_exec_time AS ms, (shared_blks_hit + shared_blks_read)::int AS blocks
    FROM pg_stat_statements
    WHERE dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
      AND query !~* 'pg_stat_statements|^(begin|commit|set|listen|select \\$1$)' ORDER BY total_exec_time DESC`);
  return rows;
}

/** On which nodes Citus would execute a statement, by its plan. */
async function placeOf({ database: { pool } }: Product, query: string): Promise<string> {
  const explained = await pool
    .query<{ "QUERY PLAN": [{ Plan: Plan }] }>(`EXPLAIN (GENERIC_PLAN, FORMAT json, VERBOSE) ${query}`)
    .catch(() => undefined);
  const plan = explained?.rows[0]?.["QUERY PLAN"][0].Plan;
  return plan ? placementOf(plan, keys) : "no plan";
}

/** What Citus doesn't accept: unique indexes without the key, references that aren't between keys, and triggers. */
async function printConstraints({ database: { pool } }: Product): Promise<void> {
  const { rows } = await pool.query<{ table: string; name: string; problem: string }>(
    `WITH distributed AS (
      SELECT relation.oid, relname, attnum FROM jsonb_each_text($1) AS entry
      JOIN pg_class AS relation ON relname = entry.key AND relnamespace = 'public'::regnamespace
      JOIN pg_attribute ON attrelid = relation.oid AND attname = entry.value
    )
    SELECT relname AS table, indexrelid::regclass::text AS name, 'unique without the key' AS problem
    FROM pg_index JOIN distributed ON oid = indrelid WHERE indisunique AND NOT attnum = ANY (indkey)
    UNION ALL
    SELECT conrelid::regclass::text, conname, 'refers to a row on another node'
    FROM pg_constraint AS constraints JOIN distributed AS target ON target.oid = confrelid
    LEFT JOIN distributed AS source ON source.oid = conrelid
    WHERE contype = 'f' AND (conkey, confkey) IS DISTINCT FROM (ARRAY[source.attnum], ARRAY[target.attnum])
    UNION ALL
    SELECT relname, count(*)::text, 'triggers' FROM pg_trigger JOIN distributed ON distributed.oid = tgrelid
    WHERE NOT tgisinternal GROUP BY relname
    ORDER BY problem, 1, 2`,
    [JSON.stringify(keys)],
  );
  console.log("\n| Table | What | Problem |\n| --- | --- | --- |");
  for (const { table, name, problem } of rows) console.log(`| ${table} | ${name} | ${problem} |`);
}
