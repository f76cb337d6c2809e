import { randomInt } from "node:crypto";
import type { Page } from "playwright-core";
import { deleteRecords } from "#resource/server/record-store.ts";
import { genres } from "#features/genres/table.ts";
import type { TestDatabase } from "../../../testing/database.ts";
import type { FeatureTesting } from "../../../testing/feature-testing.ts";
import { viewWrites } from "../../../testing/view-writes.ts";
import { books } from "./table.ts";

async function addGenre(database: TestDatabase): Promise<string> {
  const [genre] = await database.sql.insert(genres).values({ name: crypto.randomUUID(), hue: 1 }).returning();
  return genre?.id ?? "";
}

async function addBook(database: TestDatabase) {
  const values = { title: crypto.randomUUID(), author: "A", genreId: await addGenre(database) };
  const [book] = await database.sql.insert(books).values(values).returning();
  if (!book) throw new Error("The book was not stored");
  return book;
}

async function bookId(page: Page): Promise<string> {
  const response = await page.context().request.get("/api/rest/books?limit=1");
  const { items } = (await response.json()) as { items: { id: string }[] };
  return items[0]?.id ?? "";
}

const some = (table: string) => `(SELECT id FROM ${table} ORDER BY random() LIMIT 1)`;

export const testing: FeatureTesting = {
  permissions: { user: { book: ["read"] }, admin: { book: ["read", "create", "update", "delete"] } },
  writes: {
    ...viewWrites("books"), // optional: views
    async "books.create"(database) {
      const input = { title: "Emma", author: "Jane Austen", genreId: await addGenre(database) };
      return { input, entry: { action: "create", subjectName: "Emma", before: null } };
    },
    async "books.update"(database) {
      const { id, version, title, author, genreId } = await addBook(database);
      const input = { id, version, title: "New", author, genreId, publisher: null };
      const change = { before: { title }, after: { title: "New" } };
      return {
        input,
        entry: { action: "update", subjectType: "book", subjectId: id, subjectName: "New", ...change },
      };
    },
    async "books.delete"(database) {
      const { id, version, title } = await addBook(database);
      return {
        input: { id, version },
        entry: { action: "delete", subjectId: id, subjectName: title, after: null },
      };
    },
    async "books.deleteMany"(database) {
      const { id, version, title } = await addBook(database);
      return {
        input: { items: [{ id, version }] },
        entry: { action: "delete", subjectId: id, subjectName: title },
      };
    },
    async "books.restore"(database, { user }) {
      const { id, title } = await addBook(database);
      await deleteRecords(database.sql, books, [id], user.id);
      return { input: { ids: [id] }, entry: { action: "restore", subjectId: id, subjectName: title } };
    },
  },
  figures: {
    writes: [
      () => `INSERT INTO genre (name, hue) VALUES ('Genre ' || gen_random_uuid(), 0)`,
      () => `INSERT INTO book (title, author, genre_id, created_at)
        SELECT gen_random_uuid(), 'Author', id, now() - make_interval(mins => ${randomInt(60 * 1440)})
        FROM genre ORDER BY random() LIMIT 3`,
      () => `DELETE FROM book WHERE id = ${some("book")}`,
      () => `UPDATE book SET genre_id = ${some("genre")} WHERE id = ${some("book")}`,
      () => `WITH deleted AS (DELETE FROM book WHERE id = ${some("book")} RETURNING *)
        INSERT INTO deleted_record (table_name, id, deleted_by, record)
        SELECT 'book', id, id, to_jsonb(deleted) FROM deleted`,
      () => `WITH kept AS (DELETE FROM deleted_record RETURNING record)
        INSERT INTO book (id, title, author, genre_id, created_at)
        SELECT id, title, author, genre_id, created_at FROM kept, jsonb_populate_record(null::book, record)`,
    ],
    age: (interval) => `UPDATE book SET created_at = created_at - ${interval};`,
    totals: { books: "SELECT count(*)::int FROM book" },
    daily: { newBooks: "SELECT count(*)::int FROM book WHERE (created_at AT TIME ZONE 'UTC')::date = day" },
  },
  lists: [
    "/app/books", // optional: app
    "/manager/books",
  ],
  parameters: {
    "/app/books/$id": bookId, // optional: app
    "/manager/books/$id": bookId,
    "/manager/books/$id/update": bookId,
  },
};
