import { createRouterClient } from "@orpc/server";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { insertImage } from "#server/images/store.ts";
import { images } from "#server/images/table.ts";
import { contextFor, createCaller, errorOf } from "../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { booksApi } from "../api.ts";
import type { BookInput } from "../schema.ts";
import { books } from "../table.ts";

let database: TestDatabase;
let genreId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const [genre] = await database.sql.insert(genres).values({ name: "Classic", hue: 90 }).returning();
  genreId = genre?.id ?? "";
});
afterAll(() => database.drop());
beforeEach(() => database.sql.delete(books));

async function client() {
  const context = contextFor(database, await createCaller(database, "admin"));
  return createRouterClient(booksApi, { context, interceptors: [maskUnexpectedErrors] });
}

function book(input: Partial<BookInput> = {}): BookInput {
  return { title: "Middlemarch", author: "George Eliot", genreId, publisher: null, ...input };
}

describe("a book's cover", () => {
  const coverNotFound = {
    code: "COVER_NOT_FOUND",
    status: 409,
    data: { fields: ["coverId"] },
  };

  async function image(digit: string) {
    const cover = { id: digit.repeat(40), width: 800, height: 1_280, widths: [96, 192] };
    await insertImage(database.sql, cover);
    return cover;
  }

  const unusedSince = async (id: string) =>
    (await database.sql.select().from(images).where(eq(images.id, id)))[0]?.unusedSince;

  test("is an uploaded image, which every read returns", async () => {
    const { create, get, list, latest, update } = await client();
    const cover = await image("a");
    const created = await create(book({ coverId: cover.id }));
    expect(created.cover).toEqual(cover);
    expect(await get({ id: created.id })).toEqual(created);
    expect((await list({})).items).toEqual([created]);
    expect((await list({ searchTerm: "middle" })).items).toEqual([created]);
    expect(await latest()).toEqual([created]);
    const other = await image("b");
    const saved = await update({ ...book({ coverId: other.id }), id: created.id, version: 1 });
    expect(saved.cover).toEqual(other);
    const old = await errorOf(update({ ...book({ coverId: null }), id: created.id, version: 1 }));
    expect(old).toMatchObject({ code: "VERSION_CONFLICT", data: { current: { cover: other } } });
  });

  test("stays if an update omits it, is removed if an update sets it to null, and is then unused", async () => {
    const { create, update } = await client();
    const cover = await image("c");
    const { id } = await create(book({ coverId: cover.id }));
    expect(await unusedSince(cover.id)).toBeNull();
    const updated = await update({ ...book({ title: "Romola" }), id, version: 1 });
    expect(updated.cover).toEqual(cover);
    const without = await update({ ...book({ coverId: null }), id, version: 2 });
    expect(without.cover).toBeNull();
    expect(await unusedSince(cover.id)).toBeInstanceOf(Date);
  });

  test("becomes unused when its book is deleted", async () => {
    const { create, delete: remove } = await client();
    const cover = await image("d");
    const { id } = await create(book({ coverId: cover.id }));
    await remove({ id, version: 1 });
    expect(await unusedSince(cover.id)).toBeInstanceOf(Date);
  });

  test("is rejected at its field if it was never uploaded or too long ago, and nothing is saved", async () => {
    const { create, update, list } = await client();
    expect(await errorOf(create(book({ coverId: "0".repeat(40) })))).toEqual(coverNotFound);
    const old = await image("e");
    await database.pool.query("UPDATE image SET unused_since = now() - interval '25 hours' WHERE id = $1", [
      old.id,
    ]);
    expect(await errorOf(create(book({ coverId: old.id })))).toEqual(coverNotFound);
    expect((await list({})).items).toEqual([]);
    const { id } = await create(book());
    expect(await errorOf(update({ ...book({ coverId: old.id }), id, version: 1 }))).toEqual(coverNotFound);
  });

  test.each(["../../etc/passwd", "A".repeat(40), "a".repeat(41), ""])("can't be %j", async (coverId) => {
    const { create } = await client();
    const { status, data } = await errorOf(create(book({ coverId })));
    expect(status).toBe(400);
    expect(data).toMatchObject({ issues: [{ field: "coverId", code: coverId ? "INVALID" : "REQUIRED" }] });
  });
});
