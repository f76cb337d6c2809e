import { asc } from "drizzle-orm";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { field, type RecordOf } from "#resource/fields.ts";
import type { OperationContext } from "#rpc/context.ts";
import { orderedText } from "#server/database/columns.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import { importOptions, importRequest, importResult } from "../../../../testing/csv-import.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { recordColumns } from "../columns.ts";
import { fieldStore, referenceTo } from "../field-store.ts";
import { csvImport } from "../import/csv-import.ts";
import { countTable } from "../list/count-table.ts";
import { searchTextColumn } from "../list/columns.ts";
import { csvExport } from "./csv-export.ts";
import { exportColumns, importOf } from "./field-columns.ts";

const fields = {
  name: field.text("resource:fields.created", { required: true }),
  sequel: field.reference("resource:gone"),
  lender: field.reference("resource:fields.updated"),
};

const works = pgTable("work", {
  ...recordColumns,
  name: orderedText("name").notNull(),
  sequelId: uuid("sequel_id"),
  lenderId: uuid("lender_id"),
  searchText: searchTextColumn("name"),
});

const people = pgTable("person", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: orderedText("name"),
  email: text("email").notNull(),
});

const references = {
  sequel: referenceTo(works.id, works.name),
  lender: referenceTo(people.id, people.name, people.email),
};

const { list } = fieldStore(fields, works, { counts: countTable("work", {}), references });
const order = { searchTerm: "", sort: "name", direction: "ascending" } as const;

const permission = { apps: ["manager" as const] };
const importWorks = csvImport({ permission, subjectType: "work", ...importOf(fields, works, references) });
const exportWorks = csvExport<RecordOf<typeof fields>, z.ZodObject>({
  permission,
  fileName: "resource:export.action",
  query: z.object({}),
  stream: ({ database: { sql } }) => list.stream(sql, order),
  columns: exportColumns(fields),
});

let database: TestDatabase;
let context: OperationContext;
beforeAll(async () => {
  database = await createTestDatabase();
  context = contextFor(database, await createCaller(database, "admin"));
  await database.pool.query(`
    CREATE TABLE person (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text COLLATE "und-x-icu", email text NOT NULL
    );
    CREATE TABLE work (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(), version integer NOT NULL DEFAULT 1,
      name text COLLATE "und-x-icu" NOT NULL, sequel_id uuid REFERENCES work, lender_id uuid REFERENCES person,
      search_text text NOT NULL GENERATED ALWAYS AS (' ' || fold_text(name)) STORED
    );
    CREATE TABLE work_count (slot smallint NOT NULL, count bigint NOT NULL)`);
  await database.sql.insert(people).values([
    { name: "Ada", email: "ada@example.com" },
    { name: null, email: "bo@example.com" },
    { name: "Cy", email: "cy@example.com" },
    { name: "Cy", email: "cy2@example.com" },
  ]);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql.delete(works);
  await database.sql.insert(works).values({ name: "Second" });
});

async function send(...lines: string[]) {
  const content = ["Name,Sequel,Lender", ...lines].join("\n");
  const options = { ...importOptions(Object.keys(fields)), mode: "write" };
  return await importResult(await importWorks.upload(importRequest(content, options), context));
}

async function exported() {
  const response = await exportWorks(new Request("http://localhost/"), context);
  const lines = (await response.text()).trim().split("\r\n").slice(1);
  return lines.map((line) => line.split(",").slice(0, 3).join());
}

test("references are exported by their names, and imported by any of their names", async () => {
  const result = await send("A,Second,Ada", "B,,bo@example.com", "C,  Second ,cy@example.com", "D,,");
  expect(result).toMatchObject({ isWritten: true, total: 0 });
  const lines = ["A,Second,Ada", "B,,bo@example.com", "C,Second,Cy", "D,,", "Second,,"];
  expect(await exported()).toEqual(lines);
});

test("a name of no record, and one of several, are problems of their rows", async () => {
  const result = await send("A,Third,Ada", "B,,Cy", "C,Second,Di", "D,Second,Di");
  expect(result.isWritten).toBe(false);
  const found = result.problems.map(({ row, kind, field: name, text }) => [row, kind, name, text]);
  expect(found).toEqual([
    [2, "unknown", "sequel", "resourceImport:problems.unknown"],
    [3, "invalid", "lender", "resourceImport:problems.ambiguous"],
    [4, "unknown", "lender", "resourceImport:problems.unknown"],
    [5, "unknown", "lender", "resourceImport:problems.unknown"],
  ]);
  expect(result.missing).toMatchObject([
    { field: "sequel", count: 1, canAdd: false },
    { field: "lender", names: [{ name: "Di", rows: 2 }], canAdd: false },
  ]);
  const stored = await database.sql.select({ name: works.name }).from(works).orderBy(asc(works.name));
  expect(stored).toEqual([{ name: "Second" }]);
});
