import { expect, onTestFinished, test } from "vitest";
import { databaseUrl } from "#server/database/connection.ts";
import { createTestDatabase } from "../database.ts";
import { startInstances } from "../deploy/instances.ts";
import { startRedisServer } from "../redis.ts";
import { newAddress } from "./support/people.ts";

/** Less than the 5 s after which a session is looked up anyway. */
const beforeItExpires = { timeout: 4_500, interval: 20 };

/** Two instances with one database and one Redis. */
async function start() {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  const redis = await startRedisServer();
  onTestFinished(redis.stop);
  const instances = await startInstances({
    count: 2,
    databaseUrl: databaseUrl(database.connection),
    env: { REDIS_URL: redis.url },
  });
  const [one = "", two = ""] = instances.ports.map((port) => `http://localhost:${port}`);

  /** @returns what an administrator can do, whose session both instances keep */ // optional: live
  async function signIn() {
    const client = await instances.signIn(one);
    // A session in which someone has just confirmed that it's them isn't kept.
    await database.pool.query("UPDATE session SET confirmed_at = now() - interval '1 hour'");
    const call = (url: string, method = "GET", path = "/rest/users", body?: object) =>
      fetch(`${url}/api${path}`, {
        method,
        headers: {
          ...client.headers(),
          origin: url,
          ...(body && { "content-type": "application/json" }),
        },
        ...(body && { body: JSON.stringify(body) }),
      });
    const status = async (url: string) => (await call(url)).status;
    for (const url of [one, two]) expect(await status(url)).toBe(200);
    // optional: live
    // Nothing tells them of this.
    const moveEnds = (by: string) =>
      database.pool.query("UPDATE session SET expires_at = expires_at + $1::interval", [by]);
    await moveEnds("-1 year");
    for (const url of [one, two]) expect(await status(url), "a session that is kept").toBe(200);
    await moveEnds("1 year");
    // end: live
    return {
      headers: client.headers,
      status,
      addUser: (url: string) =>
        call(url, "POST", "/rest/users", { name: "Someone", email: newAddress(), roles: ["user"] }),
      signOut: (url: string) => call(url, "POST", "/auth/sign-out", {}),
    };
  }
  const details = async (url: string) =>
    ((await (await fetch(`${url}/ready`)).json()) as { details: Record<string, string> }).details;
  return { redis, one, two, signIn, details };
}

test("with REDIS_URL, a session that ends in one instance has ended in the other", async () => {
  const { one, two, signIn } = await start();
  const [own, other] = [await signIn(), await signIn()];
  expect((await own.signOut(one)).status).toBe(200);
  expect(await own.status(one)).toBe(401);
  await expect.poll(() => own.status(two), beforeItExpires).toBe(401);
  expect(await other.status(two)).toBe(200);
});

test.each(["SIGSTOP", "SIGKILL"] as const)(
  "after %s to Redis everything works, a session that ends has ended, and Redis is used again once it is back",
  async (signal) => {
    const { redis, one, two, signIn, details } = await start();
    const [own, other] = [await signIn(), await signIn()];
    expect(await details(two)).toMatchObject({ redis: "ok" });
    // optional: live
    const stream = await watch(two, own.headers());
    expect(await details(two)).toMatchObject({ live: "ok" });
    stream.clear();
    // end: live
    await redis.signal(signal);

    const startedAt = performance.now();
    expect((await other.addUser(one)).status).toBe(200);
    expect((await other.signOut(one)).status).toBe(200);
    expect(await other.status(one)).toBe(401);
    await expect.poll(() => other.status(two), beforeItExpires).toBe(401);
    expect(await own.status(two)).toBe(200);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
    await expect.poll(() => details(two)).toMatchObject({ redis: "failing" });
    // optional: live
    await expect.poll(() => details(two)).toMatchObject({ live: expect.stringMatching(/^failing: /) });
    await expect.poll(stream.read).toContain("event: paused");
    // end: live
    expect((await fetch(`${two}/ready`)).status).toBe(200);

    if (signal === "SIGKILL") await redis.restart();
    else await redis.signal("SIGCONT");
    await expect.poll(() => details(two)).toMatchObject({ redis: "ok" });
    // optional: live
    await expect.poll(stream.read).toContain("event: live");
    await expect.poll(stream.read).toContain("data: *");
    await expect.poll(() => details(two)).toMatchObject({ live: "ok" });
    stream.clear();
    // end: live
    expect((await own.addUser(one)).status).toBe(200);
    await expect.poll(stream.read).toContain("data: users"); // optional: live
  },
);

// optional: live
test("with REDIS_URL, a change in one instance shows live in the other, where a stream ends with its session", async () => {
  const { one, two, signIn } = await start();
  const [own, other] = [await signIn(), await signIn()];
  const stream = await watch(two, own.headers());
  stream.clear();
  expect((await other.addUser(one)).status).toBe(200);
  await expect.poll(stream.read).toContain("data: users");
  expect((await own.signOut(one)).status).toBe(200);
  await expect.poll(stream.read).toContain("event: end");
});

/** Opens a stream of live updates. @returns what it has sent so far */
async function watch(url: string, headers: Record<string, string>) {
  let text = "";
  const aborting = new AbortController();
  onTestFinished(() => aborting.abort());
  const { body } = await fetch(`${url}/api/live?since=0`, { headers, signal: aborting.signal });
  void (async () => {
    for await (const chunk of body ?? []) text += Buffer.from(chunk).toString();
  })().catch(() => undefined);
  await expect.poll(() => text).toContain("retry");
  return { read: () => text, clear: () => void (text = "") };
}
// end: live
