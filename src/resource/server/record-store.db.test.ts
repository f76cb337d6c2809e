import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordColumns } from "./columns.ts";
import {
  createRecord,
  deleteRecords,
  lockRecords,
  purgeDeletedRecords,
  restoreRecords,
  updateRecord,
} from "./record-store.ts";
import { deletedRecords } from "./table.ts";

/** A table with a column of each kind. */
const plants = pgTable("plant", {
  ...recordColumns,
  name: text("name").notNull().unique("plant_name"),
  places: text("places").array(),
  height: integer("height"),
  search: text("search").generatedAlwaysAs(sql`lower(name)`),
});

const [ada, uma] = [randomUUID(), randomUUID()];
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.execute(sql`create table plant (id uuid primary key default gen_random_uuid(),
    created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
    version integer not null default 1, name text not null constraint plant_name unique, places text[], height integer,
    search text generated always as (lower(name)) stored)`);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql.delete(plants);
  await database.sql.delete(deletedRecords);
});

const add = (name: string) => createRecord(database.sql, plants, { name, places: ["hall", "a, b"] });
const all = () => database.sql.select().from(plants).orderBy(plants.name);
const remove = (ids: string[]) => deleteRecords(database.sql, plants, ids, ada);
const restore = (ids: string[], by = ada) => restoreRecords(database.sql, plants, ids, by);
const kept = () => database.sql.select().from(deletedRecords);
const age = (minutes: number) =>
  database.sql.execute(
    sql`update deleted_record set deleted_at = deleted_at - make_interval(mins => ${minutes})`,
  );

test("an update increments the version and changes nothing else than its fields", async () => {
  const id = await add("Fern");
  await updateRecord(database.sql, plants, { id, version: 1, height: 3 });
  expect(await all()).toMatchObject([{ id, name: "Fern", places: ["hall", "a, b"], height: 3, version: 2 }]);
});

test("of two updates of one version, the second changes nothing", async () => {
  const id = await add("Fern");
  const updates = [3, 4].map((height) => updateRecord(database.sql, plants, { id, version: 1, height }));
  expect((await Promise.all(updates)).filter(Boolean)).toEqual([true]);
  expect(await all()).toMatchObject([{ version: 2 }]);
});

test("records are locked in one order, whatever the order of their ids", async () => {
  const ids = await Promise.all(Array.from({ length: 20 }, (_, index) => add(`Plant ${index}`)));
  const [one, other] = await Promise.all(
    [ids, ids.toReversed()].map((order) =>
      database.sql.transaction((transaction) => lockRecords(transaction, plants, order)),
    ),
  );
  expect(one).toEqual(other);
  expect(one).toHaveLength(20);
});

test("the person who deleted records restores them exactly as they were, once", async () => {
  const ids = [await add("Fern"), await add("Moss"), await add("Palm")];
  await updateRecord(database.sql, plants, { id: ids[0] ?? "", version: 1, height: 7 });
  const before = await all();
  await remove(ids);
  expect(await all()).toEqual([]);
  expect(new Set(await restore(ids))).toEqual(new Set(ids));
  expect(await all()).toEqual(before);
  expect(await restore(ids)).toEqual([]);
  expect(await kept()).toEqual([]);
});

test("of several restorations at the same instant, one restores", async () => {
  const ids = [await add("Fern")];
  await remove(ids);
  const results = await Promise.all(Array.from({ length: 5 }, () => restore(ids)));
  expect(results.flat()).toEqual(ids);
});

test("no one else can restore a record, and after 10 minutes no one can", async () => {
  const ids = [await add("Fern")];
  await remove(ids);
  expect(await restore(ids, uma)).toEqual([]);
  await age(9);
  expect(await restore(ids)).toEqual(ids);
  await remove(ids);
  await age(11);
  expect(await restore(ids)).toEqual([]);
  expect(await all()).toEqual([]);
});

test("a rejected restoration restores nothing, and can be repeated", async () => {
  const ids = [await add("Fern"), await add("Moss")];
  await remove(ids);
  const other = await add("Moss");
  await expect(restore(ids)).rejects.toMatchObject({ cause: { constraint: "plant_name" } });
  expect((await all()).map(({ id }) => id)).toEqual([other]);
  await deleteRecords(database.sql, plants, [other], uma);
  expect(await restore(ids)).toHaveLength(2);
});

test("a deletion that is rolled back keeps nothing", async () => {
  const id = await add("Moss");
  const failing = database.sql.transaction(async (transaction) => {
    await deleteRecords(transaction, plants, [id], ada);
    throw new Error("The write failed");
  });
  await expect(failing).rejects.toThrow("The write failed");
  expect(await kept()).toEqual([]);
});

test("what is too old to be restored is purged, and nothing else", async () => {
  const [old, id] = [await add("Fern"), await add("Moss")];
  await remove([old]);
  await age(2);
  await remove([id]);
  await age(9);
  await purgeDeletedRecords(database.sql);
  expect((await kept()).map((row) => row.id)).toEqual([id]);
});
