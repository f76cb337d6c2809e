import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import pg from "pg";
import { connect, type Database } from "../../../src/server/database/connect.ts";
import {
  type DatabaseConnection,
  databaseUrl,
  withDatabase,
} from "../../../src/server/database/connection.ts";
import { startEmbeddedDatabase } from "../../../src/server/database/embedded/embedded.ts";
import { migrate } from "../../../src/server/database/migrate.ts";
import { addPerson } from "../../../testing/e2e/support/people.ts";
import { startServer, type TestServer } from "../../../testing/e2e/support/server.ts";
import type { Usage } from "./report-usage.ts";
import { reportUsage } from "./usage-of.ts";

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A PostgreSQL for scratch databases: that of DATABASE_URL, or an embedded one with a temporary data folder. */
export type Postgres = { connection: DatabaseConnection; stop: () => Promise<void> };

export async function startPostgres(): Promise<Postgres> {
  const given = process.env.DATABASE_URL;
  if (given) return { connection: { connectionString: given }, stop: async () => {} };
  const dataDir = await mkdtemp(join(tmpdir(), "flyleaf-bench-"));
  const { connection, stop } = await startEmbeddedDatabase({ dataDir, log: silent });
  return {
    connection,
    stop: async () => {
      await stop();
      await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** The built product on a scratch database, with an administrator's session. */
export type Product = {
  url: string;
  data: TestServer["data"];
  connection: DatabaseConnection;
  database: Database;
  /** The administrator, and the cookies of their session. */
  administrator: { id: string; cookie: string };
  mail: TestServer["mail"];
  send: (call: Call, agent: Agent) => Promise<string>;
  /** Since its start. */
  usage: () => Promise<Usage>;
  /** Before the first request. */
  idleUsage: Usage;
  /** Its output so far. */
  log: () => string;
  stop: () => Promise<void>;
};

/** A call of the REST interface, or of another path below /api. */
export type Call = {
  method: string;
  path: string;
  body?: unknown;
  /** Measures the time to the first bytes of the response, and cancels the rest. */
  isStream?: boolean;
};

/** The product canceled a call that took too long. */
export class CanceledError extends Error {}

/**
 * @param fill inserts the test data
 * @param env more settings
 * @param o as for `startServer`
 */
export async function startProduct(
  { connection }: Postgres,
  fill: (database: Database) => Promise<void>,
  env: Record<string, string> = {},
  o?: { stdout: "ignore" },
): Promise<Product> {
  const name = `flyleaf_bench_${randomBytes(6).toString("hex")}`;
  const own = withDatabase(connection, name);
  await administer(connection, `CREATE DATABASE ${name}`);
  const database = connect(own, { max: 2 });
  await migrate(database);
  await fill(database);

  const reported = await reportUsage();
  const settings = { DATABASE_URL: databaseUrl(own), LOG_LEVEL: "warn", API_REQUESTS_PER_MINUTE: "0" };
  const server = await startServer({ ...settings, ...reported.env, ...env }, o);
  const idleUsage = await reported.usage();
  const { id, email } = await addPerson(own, { role: "admin" });
  const cookie = await signIn(server, email);
  // Deletions need a recent confirmation, and a measurement takes longer.
  await database.pool.query("UPDATE session SET confirmed_at = now() + interval '1 day' WHERE user_id = $1", [
    id,
  ]);
  return {
    url: server.url,
    data: server.data,
    connection: own,
    database,
    administrator: { id, cookie },
    mail: server.mail,
    send: (call, agent) => send(server.url, cookie, call, agent),
    usage: reported.usage,
    idleUsage,
    log: server.log,
    stop: async () => {
      await server.stop();
      await database.close();
      await administer(connection, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function administer(connection: DatabaseConnection, statement: string) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

/** Signs in with the forms, like a browser without JavaScript. Returns the cookies. */
async function signIn({ url, mail }: TestServer, email: string): Promise<string> {
  const cookies = new Map<string, string>();
  const post = async (path: string, form: Record<string, string>) => {
    const response = await fetch(url + path, {
      method: "POST",
      body: new URLSearchParams(form),
      headers: { origin: url, cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      redirect: "manual",
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(key, value);
    }
  };
  await post("/login", { email, redirect: "" });
  await post("/login/verify", { email, redirect: "", code: await mail.codeFor(email) });
  return [...cookies].map((pair) => pair.join("=")).join("; ");
}

function send(
  origin: string,
  cookie: string,
  { method, path, body, isStream }: Call,
  agent: Agent,
): Promise<string> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const headers = {
      cookie,
      origin,
      ...(text && { "content-type": "application/json", "content-length": Buffer.byteLength(text) }),
    };
    const url = path.startsWith("/api/") ? origin + path : `${origin}/api/rest${path}`;
    const req = request(url, { method, agent, headers }, (res) => {
      let responseText = "";
      res.setEncoding("utf8");
      res.on("data", (part: string) => {
        responseText += part;
        if (!isStream || res.statusCode !== 200) return;
        resolve(responseText);
        req.destroy();
      });
      res.on("end", () =>
        res.statusCode && res.statusCode < 300
          ? resolve(responseText)
          : reject(responseError(`${method} ${path}: ${res.statusCode} ${responseText}`)),
      );
    });
    req.on("error", reject);
    req.end(text);
  });
}

function responseError(text: string): Error {
  return text.includes("TOO_SLOW") ? new CanceledError(text) : new Error(text);
}
