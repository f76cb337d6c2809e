import { mkdtemp, writeFile } from "node:fs/promises";
import { connect as connectSocket, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import pg from "pg";
import { afterAll, afterEach, expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/database.ts";
import { createCertificate } from "../../../testing/e2e/support/https.ts";
import { recordLog } from "../../../testing/log-lines.ts";
import { freePort } from "../../../testing/ports.ts";
import { databaseUrl } from "./connection.ts";
import { checkDatabase, problemOf } from "./requirements.ts";

const database = await createTestDatabase();
const direct = databaseUrl(database.connection);
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});
afterAll(() => database.drop());

test("a connection to PostgreSQL itself serves for everything", async () => {
  const { log, lines } = recordLog();
  const connection = { connectionString: direct, isPooled: false };
  expect(await checkDatabase({ databaseUrl: direct, databaseDirectUrl: undefined }, { log })).toEqual({
    forRequests: connection,
    direct: connection,
  });
  expect(lines).toEqual([]);
});

test("through a pooler, the start needs DATABASE_DIRECT_URL, also if it is the same", async () => {
  const pooler = await startServer();
  const { log } = recordLog();
  await expect(
    checkDatabase({ databaseUrl: pooler.url, databaseDirectUrl: undefined }, { log }),
  ).rejects.toMatchObject({
    isForUsers: true,
    message: expect.stringMatching(
      /^DATABASE_URL refers to a connection pooler: set DATABASE_DIRECT_URL to /,
    ),
  });
  const pooled = { connectionString: pooler.url, isPooled: true };
  expect(await checkDatabase({ databaseUrl: pooler.url, databaseDirectUrl: direct }, { log })).toEqual({
    forRequests: pooled,
    direct: { connectionString: direct, isPooled: false },
  });
  expect(await checkDatabase({ databaseUrl: pooler.url, databaseDirectUrl: pooler.url }, { log })).toEqual({
    forRequests: pooled,
    direct: pooled,
  });
});

test("statements without a timeout through a pooler are warned of, with what to run", async () => {
  const pooler = await startServer();
  const settings = { databaseUrl: pooler.url, databaseDirectUrl: direct };
  const { log, lines } = recordLog();
  await checkDatabase(settings, { log });
  const { user } = new pg.Client(database.connection);
  expect(lines).toMatchObject([
    { msg: expect.stringContaining(`run ALTER ROLE ${user} SET statement_timeout = '10s';`) },
  ]);
  await setForDatabase("statement_timeout", "'10s'");
  await checkDatabase(settings, { log });
  expect(lines).toHaveLength(1);
});

test.each([
  ["57P03", "the database system is starting up"],
  ["53300", "sorry, too many clients already"],
  ["08P01", "server login has been failing, try again later (server_login_retry)"],
])("a database that answers %s (%s) is waited for, which is said once", async (code, message) => {
  const server = await startServer({ failures: [1, 2, 3].map(() => ({ code, message })) });
  const { log, lines } = recordLog();
  const steps: string[] = [];
  const settings = { databaseUrl: server.url, databaseDirectUrl: server.url };
  await checkDatabase(settings, { log, onStep: (text) => steps.push(text), retryMs: 1 });
  expect(steps).toEqual([`Waiting for the database (${message})`]);
  expect(lines[0]?.msg).toBe(
    `The database in DATABASE_DIRECT_URL can't be used yet (${message}), and is tried again for 60 s`,
  );
});

test("a proxy that leads to a standby first is asked again", async () => {
  await setForDatabase("default_transaction_read_only", "on");
  const checked = await checkDatabase(
    { databaseUrl: direct, databaseDirectUrl: undefined },
    {
      log: recordLog().log,
      retryMs: 1,
      onStep: () => void setForDatabase("default_transaction_read_only", "off"),
    },
  );
  expect(checked.forRequests).toMatchObject({ isPooled: false });
});

test("a database that nothing listens for yet is waited for", async () => {
  const port = await freePort();
  const checked = await checkDatabase(
    { databaseUrl: urlAt(port), databaseDirectUrl: direct },
    { log: recordLog().log, onStep: () => void startServer({ port }), retryMs: 1 },
  );
  expect(checked.forRequests).toMatchObject({ isPooled: true });
});

test.each([
  ["28P01", "password authentication failed", "The database rejects the user in DATABASE_URL: check "],
  ["28000", "no pg_hba.conf entry", "The database rejects the user in DATABASE_URL: check "],
  ["08P01", "password authentication failed", "The database rejects the user in DATABASE_URL: check "],
  ["3D000", "does not exist", "The database in DATABASE_URL doesn't exist: create it, or "],
  ["08P01", "no such database: books", "The database in DATABASE_URL doesn't exist: create it, or "],
  ["XX000", "odd", "The database can't be reached (odd): check DATABASE_URL, and that it "],
])("what someone has to correct fails at once: %s (%s)", async (code, message, expected) => {
  const server = await startServer({ failures: [{ code, message }] });
  await expect(
    checkDatabase({ databaseUrl: server.url, databaseDirectUrl: undefined }, { log: recordLog().log }),
  ).rejects.toMatchObject({ isForUsers: true, message: expect.stringContaining(expected) });
});

test("an unknown host fails at once", async () => {
  // No resolver is asked for a name with a part of more than 63 characters.
  const url = `postgresql://someone@${"a".repeat(64)}.invalid/books`;
  await expect(
    checkDatabase({ databaseUrl: url, databaseDirectUrl: undefined }, { log: recordLog().log }),
  ).rejects.toThrow("The host in DATABASE_URL is unknown: correct it.");
});

test("a database that stays unreachable fails in the end, with a message without URL and password", async () => {
  const url = `postgresql://someone:s3cret@127.0.0.1:${await freePort()}/books`;
  await expect(
    checkDatabase(
      { databaseUrl: url, databaseDirectUrl: undefined },
      { log: recordLog().log, waitMs: 5, retryMs: 1 },
    ),
  ).rejects.toMatchObject({
    isForUsers: true,
    message: "The database can't be reached (ECONNREFUSED): check DATABASE_URL, and that it is running.",
  });
});

test("a read-only database, as a standby is, is rejected", async () => {
  await setForDatabase("default_transaction_read_only", "on");
  await expect(
    checkDatabase({ databaseUrl: direct, databaseDirectUrl: undefined }, { log: recordLog().log, waitMs: 0 }),
  ).rejects.toThrow(
    "The database in DATABASE_URL is read-only, as a standby is: set DATABASE_URL to the primary server.",
  );
});

test("an unsuitable server is rejected with instructions", () => {
  const suitable = { version: 150_000, name: "15.0", utf8: true, icu: true, isReadOnly: false };
  expect(problemOf(suitable, "DATABASE_URL")).toBeUndefined();
  expect(problemOf({ ...suitable, version: 140_011, name: "14.11" }, "DATABASE_URL")).toBe(
    "DATABASE_URL refers to PostgreSQL 14.11, and 15 or newer is required: upgrade it, or set DATABASE_URL to another.",
  );
  expect(problemOf({ ...suitable, utf8: false }, "DATABASE_URL")).toMatch(/UTF-8/);
  expect(problemOf({ ...suitable, icu: false }, "DATABASE_URL")).toMatch(/und-x-icu/);
});

/** Changes a setting for later connections, until the test ends. */
async function setForDatabase(name: string, value: string) {
  const { database: databaseName = "" } = new pg.Client(database.connection);
  const alter = `ALTER DATABASE ${pg.escapeIdentifier(databaseName)}`;
  await database.pool.query(`${alter} SET ${name} = ${value}`);
  closers.push(() => database.pool.query(`${alter} RESET ${name}`));
}

/** The test database on another port of this machine. */
function urlAt(port: number): string {
  const { user = "", database: name = "", password } = new pg.Client(database.connection);
  return databaseUrl({ host: "127.0.0.1", port, user, database: name, ...(password && { password }) });
}

/**
 * A server that passes connections on to the test database and, as a pooler does, makes up the process id.
 * @param o.failures with which the first connections fail
 */
async function startServer(o: { port?: number; failures?: { code: string; message: string }[] } = {}) {
  const failures = [...(o.failures ?? [])];
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    const failure = failures.shift();
    if (failure) socket.once("data", () => socket.end(errorResponse(failure)));
    else passOn(socket);
  });
  const { port } = await new Promise<AddressInfo>((resolve) =>
    server.listen(o.port ?? 0, "127.0.0.1", () => resolve(server.address() as AddressInfo)),
  );
  closers.push(() => server.close());
  return { url: urlAt(port) };
}

function errorResponse({ code, message }: { code: string; message: string }): Buffer {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from("E"), length, fields]);
}

function passOn(socket: Socket) {
  const { host, port } = new pg.Client(database.connection);
  const server = host.startsWith("/")
    ? connectSocket(`${host}/.s.PGSQL.${port}`)
    : connectSocket({ host, port });
  server.on("error", () => undefined);
  socket.pipe(server);
  server.on("data", (data) => {
    // BackendKeyData: its type, its length, and the process id.
    const keyData = data.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
    if (keyData >= 0) data.writeInt32BE(1_234_567_890, keyData + 5);
    socket.write(data);
  });
  server.on("end", () => socket.end());
}

/** Answers like a PostgreSQL with a certificate, or with none. @returns its URL, without `sslmode` */
async function startTlsServer(certificate?: ReturnType<typeof createCertificate>): Promise<string> {
  const server = createServer((socket) => {
    socket.on("error", () => undefined);
    // The request for TLS: PostgreSQL answers with one letter.
    socket.once("data", () => {
      socket.write(certificate ? "S" : "N");
      if (certificate) new TLSSocket(socket, { isServer: true, ...certificate }).on("error", () => undefined);
    });
  });
  closers.push(() => server.close());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `postgresql://app@localhost:${(server.address() as AddressInfo).port}/app`;
}

test("a certificate that isn't trusted, missing TLS and a missing file are named at once, with what to write", async () => {
  const certificate = createCertificate();
  const ca = join(await mkdtemp(join(tmpdir(), "ca-")), "ca.pem");
  await writeFile(ca, certificate.cert);
  const [withTls, without] = [await startTlsServer(certificate), await startTlsServer()];
  const { log, lines } = recordLog();
  const messageFor = (databaseUrl: string) =>
    checkDatabase({ databaseUrl, databaseDirectUrl: undefined }, { log, waitMs: 0 }).catch(
      (error: Error) => error.message,
    );
  for (const mode of ["require", "verify-full"]) {
    expect(await messageFor(`${withTls}?sslmode=${mode}`)).toMatch(
      /isn't trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\): .*DATABASE_URL.*verify-full&sslrootcert=.*no-verify/,
    );
  }
  expect(
    await messageFor(`${withTls.replace("localhost", "127.0.0.1")}?sslmode=verify-full&sslrootcert=${ca}`),
  ).toMatch(/is for another host than that in DATABASE_URL/);
  expect(await messageFor(`${without}?sslmode=require`)).toMatch(/has no TLS, which DATABASE_URL asks for/);
  expect(await messageFor(`${without}?sslmode=verify-full&sslrootcert=/nowhere/ca.pem`)).toMatch(
    /sslrootcert, sslcert or sslkey\) can't be read \(ENOENT\)/,
  );
  expect(lines).toEqual([]);
});
