import type { Page } from "playwright-core";
import { deleteRecords } from "#resource/server/record-store.ts";
import { genres } from "#features/genres/table.ts";
import type { TestDatabase } from "../../../testing/database.ts";
import type { FeatureTesting } from "../../../testing/feature-testing.ts";
import { operationCallOf } from "../../../testing/operations.ts";
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
  const call = operationCallOf(page.context());
  const { items } = await call<{ items: { id: string }[] }>("books/list", { limit: 1 });
  return items[0]?.id ?? "";
}

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
