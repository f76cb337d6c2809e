import { eq, inArray } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { session } from "#features/auth/table.ts";
import { user } from "#features/users/table.ts";
import { readConfig } from "#server/config.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { watchCallers } from "./watch-callers.server.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

function startWatch(intervalMs = 20) {
  const { log } = contextFor(database, null);
  const watch = watchCallers({ config: readConfig({}), database, log }, { intervalMs });
  onTestFinished(() => watch.stop());
  return watch;
}

const connection = () => new AbortController().signal;

test("work ends soon after its session does, with the error of a request without one, and other work goes on", async () => {
  const { watch } = startWatch();
  const [ended, other] = [await createCaller(database, "admin"), await createCaller(database, "admin")];
  const signals = [watch(ended, connection()).signal, watch(ended, connection()).signal];
  const others = watch(other, connection()).signal;
  await database.sql.delete(session).where(eq(session.id, ended.sessionId));
  for (const signal of signals)
    await expect.poll(() => signal.reason as unknown).toMatchObject({ code: "UNAUTHORIZED", status: 401 });
  expect(others.aborted).toBe(false);
});

test("work of a demoted administrator ends with the error of a missing permission", async () => {
  const { watch } = startWatch();
  const caller = await createCaller(database, "admin");
  const { signal } = watch(caller, connection());
  await database.sql.update(user).set({ role: "user" }).where(eq(user.id, caller.user.id));
  await expect.poll(() => signal.reason as unknown).toMatchObject({ code: "FORBIDDEN", status: 403 });
});

test("work ends when its client disconnects, also before it is watched", async () => {
  const { watch } = startWatch();
  const caller = await createCaller(database, "user");
  const client = new AbortController();
  const { signal } = watch(caller, client.signal);
  client.abort(new Error("gone"));
  expect(signal.reason).toMatchObject({ message: "gone" });
  expect(watch(caller, client.signal).signal.aborted).toBe(true);
});

test("all callers are looked up in one statement, and none once their work has ended", async () => {
  const query = vi.spyOn(database.pool, "query");
  onTestFinished(() => query.mockRestore());
  const { watch } = startWatch();
  const callers = await Promise.all([1, 2, 3].map(() => createCaller(database, "user")));
  query.mockClear();
  const watched = callers.map((caller) => watch(caller, connection()));
  await expect.poll(() => query.mock.calls.length).toBeGreaterThan(0);
  const [first] = query.mock.calls;
  expect(JSON.stringify(first)).toContain(callers[2]?.sessionId);
  for (const { end } of watched) end();
  const ids = callers.map(({ sessionId }) => sessionId);
  await database.sql.delete(session).where(inArray(session.id, ids));
  query.mockClear();
  const later = watch(await createCaller(database, "user"), connection());
  await expect
    .poll(() => query.mock.calls.filter(([text]) => JSON.stringify(text).includes("created_at")))
    .not.toEqual([]);
  later.end();
  expect(watched.map(({ signal }) => signal.aborted)).toEqual([false, false, false]);
});
