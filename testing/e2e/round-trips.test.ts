import { databaseUrl } from "#server/database/connection.ts";
import { createTestDatabase } from "../database.ts";
import { startDatabaseProxy } from "../database-proxy.ts";
import { newContext } from "./support/browser-context.ts";
import { newAddress } from "./support/people.ts";
import { startServer } from "./support/server.ts";
import { signInByForm } from "./support/sign-in.ts";
import { expect, test } from "./support/test.ts";

type Body = () => object;

/** How often a request may wait for the database, one answer after another. */
const limits: [way: string, trips: number, body?: Body][] = [
  ["GET /manager/account", 2],
  ["GET /manager/users", 2],
  ["GET /manager/users?q=ada", 2],
  ["GET /manager/users/USER", 2],
  ["GET /manager/users/USER/update", 2],
  ["GET /manager/activity", 2], // optional: activity
  ["GET /manager/dashboard", 2], // optional: dashboard
  // optional: books
  ["GET /manager/books", 2],
  ["GET /manager/books?q=ada", 2],
  ["GET /manager/books/new", 2],
  // end: books
  ["GET /manager/genres", 2], // optional: books
  ["GET /app", 2], // optional: app
  ["POST /api/rpc/users/list", 2, () => ({ json: {} })],
  ["POST /api/rpc/users/create", 4, () => ({ json: { name: "Ada", email: newAddress(), roles: ["user"] } })],
  ["POST /api/rpc/genres/create", 4, () => ({ json: { name: newAddress(), hue: 120 } })], // optional: books
];

test("a distant database is waited for twice by a page, and four times by what creates a record", async ({
  browser,
  onTestFinished,
}) => {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const proxy = await startDatabaseProxy(database.connection, { delayMs: 50 });
  const server = await startServer({ DATABASE_URL: databaseUrl(proxy.connection) });
  onTestFinished(async () => void (await server.stop()));
  const context = await newContext(browser, server.url);
  onTestFinished(() => context.close());
  const { email } = await server.addPerson({ role: "admin" });
  await signInByForm(context, email, server.mail, server.url);
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join("; ");

  const counted: [string, number][] = [];
  const { rows } = await database.pool.query<{ id: string }>('SELECT id FROM "user" WHERE email = $1', [
    email,
  ]);
  for (const [way, , body] of limits) {
    const path = way.replace("USER", rows[0]?.id ?? "");
    const counts: number[] = [];
    for (let attempt = 0; attempt < 5; attempt++) {
      counts.push(await proxy.countTrips(() => send(server.url, cookie, path, body?.())));
    }
    counted.push([way, Math.min(...counts)]);
  }
  expect(counted).toEqual(limits.map(([way, trips]) => [way, trips]));
});

async function send(url: string, cookie: string, way: string, body?: object): Promise<void> {
  const [method = "", path = ""] = way.split(" ");
  const response = await fetch(url + path, {
    method,
    headers: { cookie, origin: url, ...(body && { "content-type": "application/json" }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  await response.text();
  expect([way, response.status]).toEqual([way, 200]);
}
