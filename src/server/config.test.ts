import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "#server/files/testing.ts";
import { projectDir } from "#server/project-dir.ts";
import { isForThisMachine, ConfigError, isLoopback, readConfig } from "./config.ts";

const complete = {
  BASE_URL: "https://books.example.com",
  HOST: "0.0.0.0",
  DATABASE_URL: "postgresql://someone:s3cret@db.example.com/books",
  SMTP_URL: "smtps://mail.example.com",
  AUTH_SECRET: "0123456789abcdef0123456789abcdef",
};

function problemsOf(env: NodeJS.ProcessEnv): string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test("blanks around values don't count, for example a line break of another system", () => {
  const url = "postgresql://app@db/app";
  expect(readConfig({ DATABASE_URL: ` ${url}\r`, PORT: " 4000 ", LOG_LEVEL: "debug " })).toMatchObject({
    databaseUrl: url,
    port: 4000,
    logLevel: "debug",
  });
});

test("on a local machine no setting is required", () => {
  const config = readConfig({}, { projectDir: "/project" });
  expect(config.baseUrl.origin).toBe("http://localhost:3000");
  expect(config).toMatchObject({
    host: "127.0.0.1",
    port: 3000,
    dataDir: "/project/data",
    databaseUrl: undefined,
  });
  expect(config.auth).toMatchObject({ signUp: true, adminUserIds: [] });
  expect(readConfig({ PORT: "3001", BASE_URL: " " }).baseUrl.origin).toBe("http://localhost:3001");
});

test("with the embedded mailbox, or the embedded database and no trusted proxy, only this machine is served", () => {
  const SMTP_URL = "smtp://localhost:1025";
  const DATABASE_URL = "postgres://localhost/app";
  const TRUSTED_PROXIES = "127.0.0.1";
  const served = (env: NodeJS.ProcessEnv) => isForThisMachine(readConfig(env));
  for (const env of [{}, { TRUSTED_PROXIES }, { DATABASE_URL, TRUSTED_PROXIES }, { SMTP_URL }])
    expect([env, served(env)]).toEqual([env, true]);
  for (const env of [complete, { SMTP_URL, DATABASE_URL }, { SMTP_URL, TRUSTED_PROXIES }])
    expect([env, served(env)]).toEqual([env, false]);
});

test("a public product's missing settings are listed in one message", () => {
  for (const env of [{ BASE_URL: "https://books.example.com" }, { HOST: "0.0.0.0" }]) {
    const problems = problemsOf(env).join("\n");
    for (const name of ["DATABASE_URL", "SMTP_URL", "AUTH_SECRET"]) expect(problems).toContain(name);
  }
  expect(problemsOf(complete)).toEqual([]);
});

test("a HOST that the shell may have set is named with its value and what to do", () => {
  for (const HOST of ["x86_64-conda-linux-gnu", "ada-laptop"])
    expect(problemsOf({ HOST })[0]).toContain(
      `because HOST is ${HOST} (if your shell or conda set it, unset HOST or set it to 127.0.0.1)`,
    );
  expect(problemsOf({ HOST: "0.0.0.0" })[0]).toContain("because HOST is 0.0.0.0: ");
  expect(problemsOf({ BASE_URL: "https://books.example.com" })[0]).toContain(
    "because BASE_URL is https://books.example.com: ",
  );
});

test("all invalid settings are listed at once, without their values", () => {
  const wrong = {
    ...complete,
    PORT: "many",
    BASE_URL: "https://books.example.com/path",
    AUTH_SIGNUP: "perhaps",
    AUTH_REQUIRE_PASSKEY: "everyone", // optional: passkeys
    AUTH_SECRET: "tiny-s3cret",
    DATABASE_URL: "mysql://someone:s3cret@db",
    TRUSTED_PROXIES: "not a network",
    AUTH_GITHUB_CLIENT_ID: "half", // optional: social
    LOG_LEVEL: "loud",
  };
  const message = new ConfigError(problemsOf(wrong)).message;
  for (const name of [
    "PORT",
    "BASE_URL",
    "AUTH_SIGNUP",
    "AUTH_REQUIRE_PASSKEY", // optional: passkeys
    "AUTH_SECRET",
    "DATABASE_URL",
    "TRUSTED_PROXIES",
    "AUTH_GITHUB_CLIENT_SECRET", // optional: social
    "LOG_LEVEL",
  ]) {
    expect(message).toContain(name);
  }
  for (const value of ["many", "perhaps", "s3cret", "mysql", "loud"]) expect(message).not.toContain(value);
});

const severalHosts = /^DATABASE_(DIRECT_)?URL must have a single host: for several, use a proxy/;

test.each([
  "postgres://host1:5432,host2:5432/db?target_session_attrs=read-write",
  "postgres://someone:s3cret@host1,host2/db",
  "postgresql://[::1]:5432,[::2]:5432/db",
  "postgres:///db?host=host1,host2&port=5432,5433",
])("a database URL has a single host, and the message for others says what to do instead: %s", (url) => {
  expect(problemsOf({ DATABASE_URL: url })).toEqual([expect.stringMatching(severalHosts)]);
  expect(problemsOf({ ...complete, DATABASE_DIRECT_URL: url })).toEqual([
    expect.stringMatching(severalHosts),
  ]);
});

test("a database URL may have commas elsewhere", () => {
  for (const url of ["postgres://someone:a,b@host/db", "postgres://host/db?application_name=a,b"])
    expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test("DATABASE_DIRECT_URL is set together with DATABASE_URL only", () => {
  expect(readConfig({}).databaseDirectUrl).toBeUndefined();
  expect(problemsOf({ DATABASE_DIRECT_URL: "postgres://host/db" })).toEqual([
    "DATABASE_URL must be set too, because DATABASE_DIRECT_URL is set",
  ]);
});

// optional: replicas
test("DATABASE_REPLICA_URLS are URLs of PostgreSQL, separated by commas, beside DATABASE_URL only", () => {
  const urls = "postgres://one/db, postgres://two/db";
  expect(readConfig({}).databaseReplicaUrls).toEqual([]);
  expect(
    readConfig({ DATABASE_URL: "postgres://host/db", DATABASE_REPLICA_URLS: urls }).databaseReplicaUrls,
  ).toEqual(["postgres://one/db", "postgres://two/db"]);
  expect(problemsOf({ DATABASE_REPLICA_URLS: urls })).toEqual([
    "DATABASE_URL must be set too, because DATABASE_REPLICA_URLS is set",
  ]);
  expect(problemsOf({ ...complete, DATABASE_REPLICA_URLS: "mysql://app:s3cret@host/db" })).toEqual([
    "DATABASE_REPLICA_URLS must be a URL that starts with postgres:// or postgresql://",
  ]);
});
// end: replicas

test("whether statements have names depends on the way to the database unless it is set", () => {
  expect(readConfig({}).hasPreparedStatements).toBeUndefined();
  expect(readConfig({ DATABASE_PREPARED_STATEMENTS: "on" }).hasPreparedStatements).toBe(true);
  expect(readConfig({ DATABASE_PREPARED_STATEMENTS: "off" }).hasPreparedStatements).toBe(false);
});

test("AUTH_SECRET is a secret, or several of 32 characters each, the current one first", () => {
  const [current, previous] = ["c".repeat(32), "p".repeat(40)];
  expect(readConfig({}).auth.secrets).toEqual([]);
  expect(readConfig({ AUTH_SECRET: current }).auth.secrets).toEqual([current]);
  expect(readConfig({ AUTH_SECRET: `${current}, ${previous},` }).auth.secrets).toEqual([current, previous]);
  for (const secret of ["c".repeat(31), `${current},short`, `short,${previous}`])
    expect(problemsOf({ AUTH_SECRET: secret }).join()).toMatch(/^AUTH_SECRET must be at least 32 characters/);
});

test("sessions have a lifetime in days, which no number of renewals exceeds", () => {
  expect(readConfig({}).auth).toMatchObject({ sessionDays: 30, sessionMaxDays: 90 });
  const given = { AUTH_SESSION_DAYS: "1", AUTH_SESSION_MAX_DAYS: "1" };
  expect(readConfig(given).auth).toMatchObject({ sessionDays: 1, sessionMaxDays: 1 });
  for (const days of ["0", "-1", "1.5", "401", "a month", "Infinity"])
    expect(problemsOf({ AUTH_SESSION_DAYS: days }).join()).toMatch(/^AUTH_SESSION_DAYS must be .* 1 to 400/);
  expect(problemsOf({ AUTH_SESSION_MAX_DAYS: "3651" })).toEqual([
    "AUTH_SESSION_MAX_DAYS must be a number of days from 1 to 3650",
  ]);
  const tooShort = ["AUTH_SESSION_MAX_DAYS must be at least AUTH_SESSION_DAYS"];
  expect(problemsOf({ AUTH_SESSION_DAYS: "91" })).toEqual(tooShort);
  expect(problemsOf({ AUTH_SESSION_MAX_DAYS: "29" })).toEqual(tooShort);
});

test("activity is kept for 30 days or longer", () => {
  expect(readConfig({}).activityRetentionDays).toBe(365);
  expect(readConfig({ ACTIVITY_RETENTION_DAYS: "30" }).activityRetentionDays).toBe(30);
  for (const days of ["0", "29", "3651"])
    expect(problemsOf({ ACTIVITY_RETENTION_DAYS: days })).toEqual([
      "ACTIVITY_RETENTION_DAYS must be a number of days from 30 to 3650",
    ]);
});

test("mails are sent as fast as possible, or at most so many a second", () => {
  expect(readConfig({}).mailsPerSecond).toBeUndefined();
  expect(readConfig({ SMTP_RATE: "14" }).mailsPerSecond).toBe(14);
  for (const rate of ["0", "1.5", "10001", "fast"])
    expect(problemsOf({ SMTP_RATE: rate })).toEqual(["SMTP_RATE must be a whole number from 1 to 10000"]);
});

test("the server closes 5 s after SIGTERM, or up to 60", () => {
  expect(readConfig({}).shutdownDelayMs).toBe(5_000);
  expect(readConfig({ SHUTDOWN_DELAY: "0" }).shutdownDelayMs).toBe(0);
  expect(readConfig({ SHUTDOWN_DELAY: "60" }).shutdownDelayMs).toBe(60_000);
  for (const delay of ["-1", "61", "2.5", "soon"])
    expect(problemsOf({ SHUTDOWN_DELAY: delay })).toEqual([
      "SHUTDOWN_DELAY must be a number of seconds from 0 to 60",
    ]);
});

test("a preview deployment uses its branch's address", () => {
  const preview = { ...complete, VERCEL_ENV: "preview", VERCEL_BRANCH_URL: "branch.example.dev" };
  expect(readConfig(preview).baseUrl.origin).toBe("https://branch.example.dev");
  expect(readConfig({ ...preview, VERCEL_ENV: "production" }).baseUrl.origin).toBe(
    "https://books.example.com",
  );
});

test("further hosts have the scheme of BASE_URL or their own, and each its own name", () => {
  const hostsOf = (AUTH_ALLOWED_HOSTS: string) =>
    readConfig({ ...complete, AUTH_ALLOWED_HOSTS }).hosts.map(({ origin }) => origin);
  expect(hostsOf("")).toEqual(["https://books.example.com"]);
  expect(
    hostsOf("Books.Example.org:443, http://localhost:3000/, [::1]:8443, https://books.example.com"),
  ).toEqual([
    "https://books.example.com",
    "https://books.example.org",
    "http://localhost:3000",
    "https://[::1]:8443",
  ]);
  for (const hosts of ["books.example.com:8443", "http://books.example.com", "a.example,a.example:1"])
    expect(problemsOf({ ...complete, AUTH_ALLOWED_HOSTS: hosts })).toEqual([
      expect.stringMatching(/^AUTH_ALLOWED_HOSTS must have other host names than BASE_URL and one another/),
    ]);
});

test.each([
  "*.example.com",
  "books.example.com/path",
  "https://books.example.com?a",
  "https://ada:s3cret@books.example.com",
  "ada@books.example.com",
  "ftp://books.example.com",
  "myapp://",
  "books.example.com.",
  "books.example.com:99999",
  "books example.com",
  "https://",
])("a further host is a host or an http origin, and the message doesn't contain it: %s", (host) => {
  expect(problemsOf({ ...complete, AUTH_ALLOWED_HOSTS: `ok.example,${host}` })).toEqual([
    expect.stringMatching(/^AUTH_ALLOWED_HOSTS must be hosts, .* belong in AUTH_TRUSTED_ORIGINS$/),
  ]);
});

test("with a further host that isn't this machine, the embedded services are not enough", () => {
  expect(problemsOf({ AUTH_ALLOWED_HOSTS: "app.localhost:3000, 127.0.0.1:3000" })).toEqual([]);
  const problems = problemsOf({ AUTH_ALLOWED_HOSTS: "books.example.com" });
  for (const name of ["DATABASE_URL", "SMTP_URL", "AUTH_SECRET"])
    expect(problems).toContainEqual(
      expect.stringMatching(
        new RegExp(`^${name} .* because AUTH_ALLOWED_HOSTS has hosts that aren't this machine`),
      ),
    );
});

test("trusted origins are those of apps, which no site and no file has", () => {
  const AUTH_TRUSTED_ORIGINS = "myapp://, com.example.app://, exp://192.0.2.1:8081";
  expect(readConfig({ AUTH_TRUSTED_ORIGINS }).trustedOrigins).toEqual(AUTH_TRUSTED_ORIGINS.split(", "));
  for (const origin of [
    "https://other.example",
    "http://localhost:8081",
    "file://",
    "null",
    "data://",
    "*",
    "myapp",
    "myapp:",
    "myapp://path/deep",
    "*://",
  ])
    expect(problemsOf({ AUTH_TRUSTED_ORIGINS: `myapp://,${origin}` })).toEqual([
      expect.stringMatching(/^AUTH_TRUSTED_ORIGINS must be origins of apps .* belong in AUTH_ALLOWED_HOSTS$/),
    ]);
});

test.each([
  ["localhost", true],
  ["app.localhost", true],
  ["127.8.9.1", true],
  ["[::1]", true],
  ["0.0.0.0", false],
  ["localhost.example.com", false],
  ["127.0.0.1.example.com", false],
])("%s is loopback: %s", (host, expected) => expect(isLoopback(host)).toBe(expected));

test("files come from a CDN's origin, which is https if the product is", () => {
  const { assetsOrigin } = readConfig({ ASSETS_URL: "https://cdn.example.com/" });
  expect(assetsOrigin).toBe("https://cdn.example.com");
  for (const url of [
    "https://cdn.example.com/books",
    "https://a:b@cdn.example.com",
    "https://cdn.example.com?a",
  ])
    expect(problemsOf({ ASSETS_URL: url })).toEqual(["ASSETS_URL must be an origin, without a path"]);
  expect(problemsOf({ ASSETS_URL: "cdn.example.com" })).toHaveLength(1);
  const withHost = { ...complete, BASE_URL: "http://a.example", AUTH_ALLOWED_HOSTS: "https://b.example" };
  for (const env of [complete, withHost])
    expect(problemsOf({ ...env, ASSETS_URL: "http://cdn.example.com" })).toEqual([
      "ASSETS_URL must start with https://, because the product does",
    ]);
});

// optional: redis
test("REDIS_URL is a URL of Redis, and is not in the message if it isn't", () => {
  expect(problemsOf({ REDIS_URL: "rediss://app:secret@cache.example.com/1" })).toEqual([]);
  expect(problemsOf({ REDIS_URL: "https://app:secret@cache.example.com" })).toEqual([
    "REDIS_URL must be a URL that starts with redis:// or rediss://",
  ]);
});
// end: redis

test("DATA_DIR isn't in a folder whose files are sent to browsers, by any spelling or link", async () => {
  const link = join(await temporaryFolder(), "link");
  symlinkSync(join(projectDir, "public"), link);
  for (const folder of [
    "src",
    "src/data",
    "./public/x/../data",
    "node_modules/data",
    "testing/data",
    "dist/client/data",
    link,
    `${link}/a/b`,
  ])
    expect(problemsOf({ DATA_DIR: folder }), folder).toEqual([
      expect.stringMatching(/^DATA_DIR must not be in (src|public|node_modules|testing|dist)\/, whose files/),
    ]);
  for (const folder of ["data", "src-data", "..", "public-data/src"])
    expect(problemsOf({ DATA_DIR: folder }), folder).toEqual([]);
});
