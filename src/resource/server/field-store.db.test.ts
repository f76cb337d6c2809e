import { boolean, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { field, type QueryOf } from "#resource/fields.ts";
import { orderedText } from "#server/database/columns.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { recordColumns } from "./columns.ts";
import { fieldStore, referenceTo } from "./field-store.ts";
import { countTable } from "./list/count-table.ts";
import { searchTextColumn } from "./list/columns.ts";

const fields = {
  name: field.text("resource:fields.created", { required: true }),
  pages: field.number("resource:fields.created"),
  isLent: field.boolean("resource:fields.created"),
  size: field.choice("resource:fields.created", {
    small: "resource:filter.yes",
    large: "resource:filter.no",
  }),
  sequel: field.reference("resource:fields.created"),
};

const works = pgTable("work", {
  ...recordColumns,
  name: orderedText("name").notNull(),
  pages: integer("pages"),
  isLent: boolean("is_lent").notNull(),
  size: text("size", { enum: fields.size.values }),
  sequelId: uuid("sequel_id"),
  searchText: searchTextColumn("name"),
});

const { find, list } = fieldStore(fields, works, {
  counts: countTable("work", {}),
  references: { sequel: referenceTo(works.id, works.name) },
});

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.pool.query(`
    CREATE TABLE work (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(), version integer NOT NULL DEFAULT 1,
      name text NOT NULL, pages integer, is_lent boolean NOT NULL, size text, sequel_id uuid REFERENCES work,
      search_text text NOT NULL GENERATED ALWAYS AS (' ' || fold_text(name)) STORED
    );
    CREATE TABLE work_count (slot smallint NOT NULL, count bigint NOT NULL);
    INSERT INTO work_count VALUES (0, 3)`);
  const [second] = await database.sql
    .insert(works)
    .values({ name: "Second", pages: 100, isLent: true, size: "large" })
    .returning();
  await database.sql.insert(works).values([
    { name: "First", pages: 200, isLent: false, size: "small", sequelId: second?.id ?? null },
    { name: "Third", isLent: false },
  ]);
});
afterAll(() => database.drop());

const page = async (query: Partial<QueryOf<typeof fields>>) => {
  const all = { searchTerm: "", sort: "name", direction: "ascending", ...query } as const;
  return (await list.page(database.sql, all)).items;
};
const names = async (query: Partial<QueryOf<typeof fields>>) => (await page(query)).map(({ name }) => name);

test("records have their fields, and of a reference the name, also within one table", async () => {
  const [first] = await page({ searchTerm: "first" });
  const [second] = await page({ searchTerm: "second" });
  expect(first).toMatchObject({ pages: 200, size: "small", sequel: { id: second?.id, name: "Second" } });
  expect(await find(database.sql, [second?.id ?? ""])).toMatchObject([{ name: "Second", sequel: null }]);
});

test("lists are sorted by every kind of order, blanks last, and filtered by choices and by yes or no", async () => {
  expect(await names({ sort: "pages" })).toEqual(["Second", "First", "Third"]);
  expect(await names({ sort: "pages", direction: "descending" })).toEqual(["Third", "First", "Second"]);
  expect(await names({ isLent: false })).toEqual(["First", "Third"]);
  expect(await names({ size: "large" })).toEqual(["Second"]);
});
