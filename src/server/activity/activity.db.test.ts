import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fixedNames } from "#brand/fixed-names.ts";
import { contextFor, createCaller } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordActivity } from "./record-activity.ts";
import { deleteOldActivity, findLastSave } from "./store.ts";
import { activity } from "./table.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const context = () => contextFor(database, null);

async function entryOf(id: string) {
  const [entry] = await database.sql
    .select()
    .from(activity)
    .where(sql`${activity.subjectId} = ${id}`);
  return entry;
}

/** Records an action on a new subject, with a time in the past. @returns the subject's id */
async function recordOld(days: number): Promise<string> {
  const id = randomUUID();
  await database.sql.execute(sql`insert into ${activity} (action, subject_type, subject_id, at)
    values ('update', 'note', ${id}, now() - make_interval(days => ${days}))`);
  return id;
}

const rejectionOf = async (statement: Promise<unknown>) =>
  await statement.then(
    () => "done",
    ({ cause }: { cause?: { message: string } }) => cause?.message,
  );

test("an entry says who did what on what, from where, and which values changed", async () => {
  const caller = await createCaller(database, "admin");
  const id = randomUUID();
  await recordActivity(database.sql, contextFor(database, caller), {
    action: "update",
    subject: { type: "note", id, name: "Emma" },
    before: { title: "Ema", author: "Jane Austen", pages: null },
    after: { title: "Emma", author: "Jane Austen", pages: 300 },
  });
  expect(await entryOf(id)).toMatchObject({
    actorId: caller.user.id,
    actorName: "Someone",
    actorEmail: caller.user.email,
    actingForId: null,
    action: "update",
    subjectType: "note",
    subjectName: "Emma",
    before: { title: "Ema", pages: null },
    after: { title: "Emma", pages: 300 },
    requestId: "test",
    clientAddress: "192.0.2.1",
    userAgent: "Test/1.0",
  });
});

test("what one or several entries don't have is null in the database", async () => {
  const ids = Array.from({ length: 3 }, () => randomUUID());
  const entries = ids.map((id) => ({ action: "delete", subject: { type: "note", id } }));
  const [single, ...several] = entries;
  await recordActivity(database.sql, context(), ...(single ? [single] : []));
  await recordActivity(database.sql, context(), ...several);
  const isEmpty = sql`num_nulls(${activity.actorId}, ${activity.subjectName}, ${activity.before}, ${activity.after}) = 4`;
  const isTheirs = sql`${activity.subjectId} in ${ids}`;
  expect(await database.sql.$count(activity, sql`${isTheirs} and ${isEmpty}`)).toBe(3);
});

test("during an impersonation the administrator is the one who acts, for the user", async () => {
  const [administrator, caller] = [
    await createCaller(database, "admin"),
    await createCaller(database, "user"),
  ];
  const id = randomUUID();
  const impersonated = { ...caller, impersonatedBy: administrator.user.id };
  const entry = { action: "update", subject: { type: "note", id } };
  await recordActivity(database.sql, contextFor(database, impersonated), entry);
  expect(await entryOf(id)).toMatchObject({
    actorId: administrator.user.id,
    actorName: "Someone",
    actorEmail: administrator.user.email,
    actingForId: caller.user.id,
    actingForName: "Someone",
  });
});

test("an entry disappears with the write that fails after it", async () => {
  const id = randomUUID();
  const failing = database.sql.transaction(async (transaction) => {
    await recordActivity(transaction, context(), { action: "create", subject: { type: "note", id } });
    throw new Error("The write failed");
  });
  await expect(failing).rejects.toThrow("The write failed");
  expect(await entryOf(id)).toBeUndefined();
});

test("texts are cut, and any text can be stored", async () => {
  const id = randomUUID();
  const after = {
    long: "😀".repeat(10_000),
    odd: "a\0b\ud800",
    ...Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`field${n}`, "\u0001".repeat(600)])),
  };
  const subject = { type: "note", id, name: "x".repeat(600) };
  await recordActivity(
    database.sql,
    { ...context(), userAgent: "y".repeat(9_000) },
    { action: "create", subject, after },
  );
  const entry = await entryOf(id);
  expect(entry?.subjectName).toBe(`${"x".repeat(499)}…`);
  expect(entry?.userAgent).toHaveLength(500);
  expect(entry?.after).toMatchObject({ long: `${"😀".repeat(499)}…`, odd: "a\uFFFDb\uFFFD" });
  expect(Object.keys(entry?.after ?? {})).toHaveLength(20);
});

test("the database rejects changes, deletions and emptying, also by the owner and after the setting of the function", async () => {
  const id = await recordOld(29);
  const where = sql`where subject_id = ${id}`;
  const append = "activity is append-only";
  const run = (statement: ReturnType<typeof sql>) => rejectionOf(database.sql.execute(statement));
  expect(await run(sql`update activity set action = 'other' ${where}`)).toBe(append);
  expect(await run(sql`delete from activity ${where}`)).toBe(append);
  expect(await run(sql`truncate activity`)).toBe(append);
  const forged = database.sql.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local ${fixedNames.deletesOldActivity} = 'on'`));
    await transaction.execute(sql`delete from activity ${where}`);
  });
  expect(await rejectionOf(forged)).toBe(append);
  const asReplica = database.sql.transaction(async (transaction) => {
    await transaction.execute(sql`set local session_replication_role = replica`);
    await transaction.execute(sql`delete from activity ${where}`);
  });
  expect(await rejectionOf(asReplica)).toBe(append);
  expect(await entryOf(id)).toMatchObject({ action: "update" });
});

test("entries are deleted once they are older than the retention, which is at least 30 days", async () => {
  const [young, old, oldest] = [await recordOld(29), await recordOld(31), await recordOld(90)];
  await deleteOldActivity(database.sql, 60);
  expect([await entryOf(oldest), (await entryOf(old))?.subjectId]).toEqual([undefined, old]);
  await deleteOldActivity(database.sql, 1);
  expect([await entryOf(old), (await entryOf(young))?.subjectId]).toEqual([undefined, young]);
});

test("a role that may only run the function can't delete otherwise", async () => {
  const old = await recordOld(31);
  const role = `activity_${randomUUID().replaceAll("-", "")}`;
  await database.sql.execute(sql.raw(`create role ${role}; grant select, insert on activity to ${role}`));
  try {
    const asRole = (statement: ReturnType<typeof sql>) =>
      database.sql.transaction(async (transaction) => {
        await transaction.execute(sql.raw(`set local role ${role}`));
        await transaction.execute(statement);
      });
    expect(await rejectionOf(asRole(sql`delete from activity`))).toBe("permission denied for table activity");
    await asRole(sql`select delete_old_activity(30, 10)`);
    expect(await entryOf(old)).toBeUndefined();
  } finally {
    await database.sql.execute(sql.raw(`drop owned by ${role}; drop role ${role}`));
  }
});

test("the person who saved a record last is found, whatever happened to it or others since", async () => {
  const id = randomUUID();
  const [ada, uma] = [await createCaller(database, "admin"), await createCaller(database, "admin")];
  const record = async (caller: typeof ada, name: string | null, action: string, type = "note") => {
    const named = { ...caller, user: { ...caller.user, name } };
    await recordActivity(database.sql, contextFor(database, named), { action, subject: { type, id } });
  };
  expect(await findLastSave(database.sql, "note", id)).toBeNull();
  await record(ada, "Ada", "create");
  await record(uma, "Uma", "update");
  await record(ada, "Ada", "export");
  await record(ada, "Ada", "update", "tag");
  expect(await findLastSave(database.sql, "note", id)).toEqual({ name: "Uma", at: expect.any(Date) });
  await record(ada, null, "update");
  expect(await findLastSave(database.sql, "note", id)).toMatchObject({ name: null });
});
