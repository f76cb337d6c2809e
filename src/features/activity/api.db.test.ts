import { createRouterClient, implement, ORPCError } from "@orpc/server";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { enforcePermission } from "#rpc/enforce-permission.server.ts";
import type { Caller, OperationContext } from "#rpc/context.ts";
import { recordActivity } from "#server/activity/record-activity.ts";
import { activity } from "#server/activity/table.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordStatements } from "../../../testing/statements.ts";
import { activityApi } from "./api.ts";
import { activityContract } from "./contract.ts";
import type { ActivityEntry } from "./schema.ts";
import { exportActivity } from "./server/export-activity.ts";

let database: TestDatabase;
let ada: Caller;
let uma: Caller;

beforeAll(async () => {
  database = await createTestDatabase();
  ada = await createCaller(database, "admin");
  uma = await createCaller(database, "user");
});
afterAll(() => database.drop());

const api = implement({ activity: activityContract })
  .$context<OperationContext>()
  .use(enforcePermission)
  .router({ activity: activityApi });

const clientOf = (caller: Caller | null) =>
  createRouterClient(api.activity, { context: contextFor(database, caller) });

/** Records an action on a thing. @param o.day when it was */
async function record(
  caller: Caller | null,
  action: string,
  subject: { type: string; id?: string; name?: string },
  day = "2026-03-05T10:00:00Z",
) {
  await recordActivity(database.sql, contextFor(database, caller), { action, subject, after: { name: "x" } });
  // The time of an entry can't be changed, so it is inserted again with another one.
  await database.sql.execute(sql`
    with newest as (select * from ${activity} order by id desc limit 1)
    insert into ${activity} (at, actor_id, actor_name, actor_email, action, subject_type, subject_id, subject_name)
    select ${day}::timestamptz, actor_id, actor_name, actor_email, action, subject_type, subject_id, 'old' from newest`);
}

/** All entries with the name "old", which are those with the times of the tests. */
async function listed(query: Parameters<ReturnType<typeof clientOf>["list"]>[0]): Promise<ActivityEntry[]> {
  const { items } = await clientOf(ada).list({ limit: 100, ...query });
  return items.filter(({ subject }) => subject.name === "old");
}

const note = { type: "note", id: crypto.randomUUID() };
const tag = { type: "tag", id: crypto.randomUUID() };

describe("the activity", () => {
  beforeAll(async () => {
    await record(ada, "create", note, "2026-03-01T23:59:59.999Z");
    await record(ada, "update", note, "2026-03-02T00:00:00Z");
    await record(uma, "update", tag, "2026-03-03T12:00:00Z");
    await record(ada, "ban", { type: "user", id: uma.user.id }, "2026-03-04T12:00:00Z");
    await record(null, "signInFailed", { type: "session" }, "2026-03-05T12:00:00Z");
  });

  const daysOf = (entries: ActivityEntry[]) => entries.map(({ at }) => at.getUTCDate());

  test("is ordered by time, the newest first", async () => {
    expect(daysOf(await listed({}))).toEqual([5, 4, 3, 2, 1]);
  });

  test("is filtered by action, kind, thing and days", async () => {
    expect(daysOf(await listed({ action: "update" }))).toEqual([3, 2]);
    expect(daysOf(await listed({ type: "note" }))).toEqual([2, 1]);
    expect(daysOf(await listed({ type: "note", subject: note.id, action: "create" }))).toEqual([1]);
    expect(daysOf(await listed({ from: "2026-03-02", to: "2026-03-03" }))).toEqual([3, 2]);
    expect(await listed({ from: "2026-03-06", to: "2026-03-07" })).toEqual([]);
    expect(await listed({ from: "2026-03-03", to: "2026-03-02" })).toEqual([]);
    // In Nairobi both are on the 2nd of March, in New York both on the 1st.
    const oneDay = (day: string, timeZone: string) => ({ type: "note", from: day, to: day, timeZone });
    expect(daysOf(await listed(oneDay("2026-03-02", "Africa/Nairobi")))).toEqual([2, 1]);
    expect(daysOf(await listed(oneDay("2026-03-01", "America/New_York")))).toEqual([2, 1]);
  });

  test("of a person is what they did and what was done to their account", async () => {
    expect(daysOf(await listed({ person: uma.user.id }))).toEqual([4, 3]);
    expect(daysOf(await listed({ person: ada.user.id, type: "user" }))).toEqual([4]);
  });

  // optional: impersonation
  test("of a person contains what an administrator did for them, and of the administrator as well", async () => {
    const impersonated = { ...uma, impersonatedBy: ada.user.id };
    const thing = { type: "note", id: crypto.randomUUID() };
    await recordActivity(database.sql, contextFor(database, impersonated), {
      action: "update",
      subject: thing,
    });
    for (const person of [uma.user.id, ada.user.id]) {
      const { items } = await clientOf(ada).list({ person, subject: thing.id });
      expect(items).toMatchObject([{ actor: { id: ada.user.id }, actingFor: { id: uma.user.id } }]);
    }
  });
  // end: impersonation

  // optional: api-keys
  test("of an API key is what it did, with the name that it had", async () => {
    const key = { id: crypto.randomUUID(), name: "Nightly import" };
    const thing = { type: "note", id: crypto.randomUUID(), name: "Emma" };
    await recordActivity(database.sql, contextFor(database, { ...ada, key }), {
      action: "update",
      subject: thing,
    });
    const { items } = await clientOf(ada).list({ key: key.id });
    expect(items).toMatchObject([{ actor: { id: ada.user.id }, key, subject: thing }]);
    // optional: csv
    const request = new Request(`http://localhost/api/activity.csv?key=${key.id}`);
    const csv = await (await exportActivity(request, contextFor(database, ada))).text();
    expect(csv.trim().split(/\r?\n/)).toEqual([
      expect.stringContaining(",API key,"),
      expect.stringContaining(",Nightly import,update,note,Emma,"),
    ]);
    // end: csv
  });
  // end: api-keys

  test.each(["person", "none"])("is paged without gaps and repetitions (filter: %s)", async (filter) => {
    const query = filter === "person" ? { person: ada.user.id } : {};
    const all = await clientOf(ada).list({ ...query, limit: 100 });
    const ids: number[] = [];
    let after: string | undefined;
    do {
      const { items, next, total } = await clientOf(ada).list({ ...query, limit: 2, after });
      expect(total).toEqual({ count: all.items.length, isExact: true });
      ids.push(...items.map(({ id }) => id));
      after = next ?? undefined;
    } while (after !== undefined);
    expect(ids).toEqual(all.items.map(({ id }) => id));
  });

  test("is read with two statements, and by an index for each filter", async () => {
    await database.sql.execute(sql`
      insert into ${activity} (at, actor_id, action, subject_type, subject_id)
      select now() - n * interval '1 minute', gen_random_uuid(), 'signIn', 'session', gen_random_uuid()
      from generate_series(1, 20000) as n`);
    await database.sql.execute(sql`vacuum analyze ${activity}`);
    const recorder = recordStatements(database);
    const { list } = clientOf(ada);
    const { next } = await list({});
    const days = { from: "2026-03-02", to: "2026-03-03" };
    const queries = [
      { after: next ?? undefined },
      { person: uma.user.id },
      { key: crypto.randomUUID() }, // optional: api-keys
      { action: "update" },
      { type: "tag" },
      { type: "note", subject: note.id },
      days,
      { action: "signIn", ...days },
    ];
    for (const query of queries) {
      const statements = await recorder.during(() => list(query));
      expect(statements).toHaveLength(2);
      const [page] = statements;
      const plan = page && (await recorder.plan(page));
      expect(plan, JSON.stringify(query)).toMatchObject({ wholeTables: [] });
      expect(plan?.pages, JSON.stringify(query)).toBeLessThan(150);
    }
  });

  test("rejects invented positions and filters", async () => {
    const codeOf = (call: Promise<unknown>) =>
      call.then(
        () => "done",
        (error: unknown) => (error instanceof ORPCError ? error.code : "unknown"),
      );
    const { list } = clientOf(ada);
    expect(await codeOf(list({ after: "x" }))).toBe("BAD_CURSOR");
    expect(await codeOf(list({ person: "x" }))).toBe("BAD_REQUEST");
    expect(await codeOf(list({ from: "2026-02-30" }))).toBe("BAD_REQUEST");
    expect(await codeOf(list({ from: "2026-02-01", timeZone: "Mars/Base" }))).toBe("BAD_REQUEST");
    expect(await codeOf(clientOf(uma).list({}))).toBe("FORBIDDEN");
  });

  // optional: csv
  test("is exported as CSV with the same filters, by administrators only", async () => {
    const request = new Request("http://localhost/api/activity.csv?action=ban");
    const response = await exportActivity(request, contextFor(database, ada));
    const lines = (await response.text()).trim().split(/\r?\n/);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toContain("ban,user,");
    await expect(exportActivity(request, contextFor(database, uma))).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
  // end: csv
});
