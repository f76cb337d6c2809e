import { randomInt, randomUUID } from "node:crypto";
import { databaseUrl } from "#server/database/connection.ts";
import { serverI18n } from "#i18n/i18n.ts";
import { createPng } from "#server/images/fixtures/png.ts"; // optional: images
import { createTestDatabase } from "../database.ts";
import { startDatabaseProxy } from "../database-proxy.ts";
import { otherLanguage } from "../languages.ts";
import { newContext } from "./support/browser-context.ts";
import { newAddress } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";
import { expect, test } from "./support/test.ts";

/** Ways to the database: requests by the method and the path. */
const ways: [name: string, body?: () => object | Buffer][] = [
  ["GET /login/link"],
  ["GET /manager/users"],
  ["GET /manager/users/new"],
  ["GET /manager/account"],
  ["GET /manager/activity"], // optional: activity
  ["GET /manager/dashboard"], // optional: dashboard
  ["GET /manager/books"], // optional: books
  ["GET /app"], // optional: app
  ["POST /api/rpc/users/list", () => ({ json: {} })],
  ["POST /api/rpc/users/create", () => ({ json: { name: "Ada", email: newAddress(), roles: ["user"] } })],
  ["POST /api/rpc/auth/listSessions", () => ({})],
  ["POST /api/rpc/auth/requestConfirmation", () => ({})],
  ["GET /api/rest/users"], // optional: rest
  ["POST /api/rest/users", () => ({ name: "Ada", email: newAddress(), roles: ["user"] })], // optional: rest
  ["GET /api/users.csv"], // optional: csv
  ["POST /api/books/imports?mode=columns", () => Buffer.from("title\n")], // optional: csv, books
  ["POST /api/covers", () => createPng(40, 60)], // optional: images, books
  ["GET /api/account/data"],
  ["GET /api/live"], // optional: live
  ["GET /api/auth/get-session"],
  ["POST /api/auth/email-otp/send-verification-otp", () => ({ email: newAddress(), type: "sign-in" })],
  ["POST /login", () => new URLSearchParams({ email: newAddress() })],
  ["POST /onboarding", () => new URLSearchParams({ name: "Ada" })],
];

test("whichever table is locked, a request that needs it answers 503 with the time to try again, a page in the user's language", async ({
  browser,
  onTestFinished,
}) => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const proxy = await startDatabaseProxy(database.connection, { change: withShortLockTimeout });
  const server = await startServer({ DATABASE_URL: databaseUrl(proxy.connection) });
  onTestFinished(async () => void (await server.stop()));
  const context = await newContext(browser, server.url, { language: otherLanguage });
  onTestFinished(() => context.close());
  const { email } = await server.addPerson({ role: "admin" });
  await signInByForm(context, email, server.mail, server.url);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");
  const { t } = await serverI18n(otherLanguage);

  const client = await database.pool.connect();
  onTestFinished(() => client.release(true));
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'",
  );
  const wrong: string[] = [];
  const locked = new Set<string>();
  for (const { name: table } of rows) {
    await client.query(`BEGIN; LOCK "${table}"`);
    await Promise.all(
      ways.map(async ([way, body]) => {
        const { status, retryAfter, text } = await send(server.url, cookie, way, body?.());
        const isPage = /^GET \/(?!api)/.test(way);
        const isAsExpected =
          status === 503
            ? retryAfter === "5" && (!isPage || text.includes(t("common:errors.unavailable")))
            : status < 500;
        if (status === 503) locked.add(way);
        if (!isAsExpected) wrong.push(`${table}: ${way} answers ${status} ${text.slice(0, 200)}`);
      }),
    );
    await client.query("ROLLBACK");
  }
  expect(wrong).toEqual([]);
  // The forms of pages without JavaScript lead back to the page, with the error.
  const others = ways.map(([way]) => way).filter((way) => !locked.has(way));
  expect(others).toEqual(["POST /login", "POST /onboarding"]);
});

/** The product waits 5 s for a lock, which would take minutes here. */
function withShortLockTimeout(sent: Buffer): Buffer {
  const text = sent.toString("latin1");
  return text.includes("lock_timeout\x005000")
    ? Buffer.from(text.replace("lock_timeout\x005000", "lock_timeout\x000200"), "latin1")
    : sent;
}

/** Sends a request as a browser with these cookies. */
async function send(url: string, cookie: string, way: string, body?: object | Buffer) {
  const [method = "", path = ""] = way.split(" ");
  const [type, sent] =
    body instanceof Buffer
      ? [path.startsWith("/api/covers") ? "image/png" : "text/csv", new Uint8Array(body)]
      : body instanceof URLSearchParams
        ? ["application/x-www-form-urlencoded", String(body)]
        : ["application/json", body && JSON.stringify(body)];
  const response = await fetch(url + path, {
    method,
    redirect: "manual",
    headers: {
      cookie,
      origin: url,
      accept: path.startsWith("/api") ? "*/*" : "text/html",
      "accept-language": otherLanguage,
      "x-forwarded-for": newIp(),
      "idempotency-key": randomUUID(),
      ...(sent && { "content-type": type }),
    },
    ...(sent && { body: sent }),
  });
  const { status, headers } = response;
  const isStream = headers.get("content-type")?.startsWith("text/event-stream");
  if (isStream) await response.body?.cancel();
  return { status, retryAfter: headers.get("retry-after"), text: isStream ? "" : await response.text() };
}

const newIp = () => Array.from({ length: 4 }, () => randomInt(1, 255)).join(".");
