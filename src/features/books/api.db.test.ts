import { randomUUID } from "node:crypto";
import { createRouterClient, ORPCError } from "@orpc/server";
import { eq } from "drizzle-orm";
import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { genres } from "#features/genres/table.ts";
import { maskUnexpectedErrors } from "#rpc/mask-unexpected-errors.server.ts";
import { activity } from "#server/activity/table.ts";
import { connect } from "#server/database/connect.ts";
import { contextFor, createCaller, errorOf } from "../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/database.ts";
import { booksApi } from "./api.ts";
import type { BookInput } from "./schema.ts";
import { books } from "./table.ts";

const nowhere = "00000000-0000-4000-8000-000000000000";

let database: TestDatabase;
let genreId: string;
let otherGenreId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const rows = await database.sql
    .insert(genres)
    .values(["Classic", "Poetry"].map((name) => ({ name, hue: 90 })))
    .returning();
  [genreId = "", otherGenreId = ""] = rows.map(({ id }) => id);
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

describe("a book's input", () => {
  test("is normalized", async () => {
    const { create } = await client();
    const created = await create(
      book({ title: "  Les\u00a0 Mise\u0301rables\n", author: "Victor\tHugo", publisher: "   " }),
    );
    expect(created).toMatchObject({
      title: "Les Misérables",
      author: "Victor Hugo",
      publisher: null,
      version: 1,
    });
  });

  test("may have 200 characters, counted as code points", async () => {
    const { create, list } = await client();
    await create(book({ title: "😀".repeat(200), author: "𝒜".repeat(200) }));
    expect((await list({})).items).toHaveLength(1);
  });

  test.each([
    [{ title: " " }, "title", { code: "REQUIRED" }],
    [{ title: "\u200b" }, "title", { code: "REQUIRED" }],
    [{ author: "" }, "author", { code: "REQUIRED" }],
    [{ genreId: "" }, "genreId", { code: "REQUIRED" }],
    [{ title: "x".repeat(201) }, "title", { code: "TOO_LONG", limit: 200 }],
    [{ author: "x".repeat(500_000) }, "author", { code: "TOO_LONG", limit: 200 }],
    [{ publisher: "x".repeat(121) }, "publisher", { code: "TOO_LONG", limit: 120 }],
    [{ title: "a\u0000b" }, "title", { code: "INVALID_CHARACTERS" }],
    [{ author: "a\u202eb" }, "author", { code: "INVALID_CHARACTERS" }],
    [{ publisher: "\ud800" }, "publisher", { code: "INVALID_CHARACTERS" }],
  ])("%j is rejected at the field %s with %j", async (input, field, problem) => {
    const { create } = await client();
    const { status, data } = await errorOf(create(book(input)));
    expect(status).toBe(400);
    expect(data).toMatchObject({ issues: [{ field, ...problem }] });
  });

  test.each([
    ["in other case", { title: "MIDDLEMARCH", author: "george ELIOT" }],
    ["with other spaces", { title: " Middlemarch ", author: "George  Eliot" }],
  ])("is rejected at its fields if another book has the title and author, %s", async (_, input) => {
    const { create, update } = await client();
    await create(book());
    const fields = ["title", "author"];
    const expected = { code: "DUPLICATE_BOOK", status: 409, data: { fields } };
    expect(await errorOf(create(book(input)))).toEqual(expected);
    const other = await create(book({ title: "Romola" }));
    expect(await errorOf(update({ ...book(input), id: other.id, version: other.version }))).toEqual(expected);
    await create(book({ title: "Middlémarch" }));
  });

  test("is rejected at its genre if the genre doesn't exist", async () => {
    const { create } = await client();
    expect(await errorOf(create(book({ genreId: nowhere })))).toEqual({
      code: "GENRE_NOT_FOUND",
      status: 409,
      data: { fields: ["genreId"] },
    });
  });
});

describe("two users who edit the same book", () => {
  test("the second gets a conflict with the version that the first saved", async () => {
    const { create, update } = await client();
    const seen = await create(book());
    const first = await update({
      ...book({ publisher: "Blackwood", genreId: otherGenreId }),
      id: seen.id,
      version: 1,
    });
    expect(first).toMatchObject({ version: 2, publisher: "Blackwood", genre: { name: "Poetry" } });
    expect(first.updatedAt.getTime()).toBeGreaterThanOrEqual(seen.updatedAt.getTime());
    const second = await errorOf(update({ ...book({ title: "Mine" }), id: seen.id, version: 1 }));
    expect(second).toEqual({
      code: "VERSION_CONFLICT",
      status: 409,
      data: { current: first, savedBy: "Someone" },
    });
  });

  test("at the same instant: one of them gets a conflict", async () => {
    const { create, update } = await client();
    const { id } = await create(book());
    const results = await Promise.allSettled(
      ["A", "B", "C", "D"].map((title) => update({ ...book({ title }), id, version: 1 })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("saving or deleting a deleted book is an error", async () => {
    const { create, update, delete: remove } = await client();
    const { id } = await create(book());
    await remove({ id, version: 1 });
    expect(await errorOf(update({ ...book(), id, version: 1 }))).toMatchObject({
      code: "NOT_FOUND",
      status: 404,
    });
    expect(await errorOf(remove({ id, version: 1 }))).toMatchObject({ code: "NOT_FOUND", status: 404 });
  });

  test("deleting a changed book is a conflict", async () => {
    const { create, update, delete: remove, get } = await client();
    const { id } = await create(book());
    const current = await update({ ...book({ title: "Changed" }), id, version: 1 });
    expect(await errorOf(remove({ id, version: 1 }))).toEqual({
      code: "VERSION_CONFLICT",
      status: 409,
      data: { current, savedBy: "Someone" },
    });
    expect(await get({ id })).toEqual(current);
  });
});

test("a bulk deletion reports each book that wasn't deleted with the reason", async () => {
  const { create, update, deleteMany, list } = await client();
  const unselected = await create(book({ title: "Kept" }));
  const [one, two, changed] = [
    await create(book({ title: "One" })),
    await create(book({ title: "Two" })),
    await create(book({ title: "Changed" })),
  ];
  const current = await update({ ...book({ title: "Changed again" }), id: changed.id, version: 1 });
  const result = await deleteMany({
    items: [one, two, changed, { id: nowhere, version: 1 }].map(({ id, version }) => ({ id, version })),
  });
  expect(new Set(result.deleted)).toEqual(new Set([one.id, two.id]));
  expect(result.failures).toEqual([
    { id: nowhere, code: "NOT_FOUND" },
    { id: changed.id, code: "VERSION_CONFLICT", current },
  ]);
  const remaining = await list({});
  expect(remaining.items).toEqual([current, unselected]);
  expect(remaining.total).toEqual({ count: 2, isExact: true });
});

test("a single deletion is for good, and only one of several can be undone", async () => {
  const { create, delete: remove, deleteMany, restore } = await client();
  const [alone, together] = [await create(book()), await create(book({ title: "Together" }))];
  await remove({ id: alone.id, version: alone.version });
  await deleteMany({ items: [{ id: together.id, version: together.version }] });
  expect(await restore({ ids: [alone.id, together.id] })).toEqual({ restored: [together.id] });
});

test("two concurrent bulk deletions of the same books both succeed", async () => {
  const { create, deleteMany } = await client();
  const made = await Promise.all(
    Array.from({ length: 30 }, (_, index) => create(book({ title: `${index}` }))),
  );
  const seen = made.map(({ id, version }) => ({ id, version }));
  const results = await Promise.all([
    deleteMany({ items: seen }),
    deleteMany({ items: seen.toReversed() }),
    deleteMany({ items: seen }),
  ]);
  expect(results.flatMap(({ deleted }) => deleted)).toHaveLength(30);
});

test("no save, deletion or restoration at the same moment loses another: the activity of a book is one chain", async () => {
  const { create, get, update, delete: remove, deleteMany, restore } = await client();
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.array(fc.constantFrom("save", "stale save", "delete", "delete many", "restore"), {
          minLength: 2,
          maxLength: 6,
        }),
        { minLength: 1, maxLength: 5 },
      ),
      async (rounds) => {
        const created = await create(book({ title: randomUUID() }));
        const { id } = created;
        let seen = created;
        let saved = 0;
        for (const round of rounds) {
          const calls = round.map(async (name, index) => {
            const values = index % 2 ? { publisher: randomUUID() } : { author: randomUUID() };
            const version = name === "stale save" ? Math.max(1, seen.version - 1) : seen.version;
            if (name === "delete") await remove({ id, version });
            else if (name === "delete many") await deleteMany({ items: [{ id, version }] });
            else if (name === "restore") await restore({ ids: [id] });
            else await update({ ...book(), title: seen.title, ...values, id, version });
            if (name.endsWith("save")) saved += 1;
          });
          for (const { reason } of (await Promise.allSettled(calls)) as {
            reason?: ORPCError<string, unknown>;
          }[])
            if (reason) expect(["VERSION_CONFLICT", "NOT_FOUND"]).toContain(reason.code);
          seen = await get({ id }).catch(() => seen);
        }
        const entries = await database.sql
          .select()
          .from(activity)
          .where(eq(activity.subjectId, id))
          .orderBy(activity.id);
        let state: Record<string, unknown> | undefined;
        for (const { action, before, after } of entries) {
          if (before) expect(state).toMatchObject(before);
          else expect(state).toBeUndefined();
          // A new record's fields without a value are left out.
          state = action === "delete" ? undefined : { publisher: null, ...state, ...after };
        }
        expect(entries.filter(({ action }) => action === "update")).toHaveLength(saved);
        const stored = await get({ id }).catch(() => undefined);
        if (stored) expect(state).toMatchObject({ author: stored.author, title: stored.title });
        else expect(state).toBeUndefined();
      },
    ),
    { numRuns: 30 },
  );
});

describe("a list", () => {
  test.each(["", "x", "WyJ0aXRsZSJd", "%00", "W10", "!".repeat(4_000)])(
    "has no position %j, which is the asker's mistake",
    async (after) => {
      const { list } = await client();
      expect(await errorOf(list({ after }))).toMatchObject({ code: "BAD_CURSOR", status: 400 });
    },
  );

  test("rejects a cursor of another order", async () => {
    const { create, list } = await client();
    for (let index = 0; index < 21; index += 1) await create(book({ title: `Title ${index}` }));
    const { next } = await list({ sort: "createdAt" });
    expect((await list({ sort: "createdAt", after: next ?? "" })).items).toHaveLength(1);
    expect(await errorOf(list({ sort: "title", after: next ?? "" }))).toMatchObject({
      code: "BAD_CURSOR",
      data: { fields: ["after"] },
    });
  });

  test("accepts any search term", async () => {
    const { create, list, suggest } = await client();
    await create(book());
    for (const searchTerm of [
      "\0",
      "\ud800",
      "'; DROP TABLE book; --",
      "\\",
      "a ".repeat(100),
      "%%%",
      "é\u0301",
    ]) {
      await list({ searchTerm });
      await suggest({ field: "author", searchTerm });
    }
    expect((await list({ searchTerm: "middle\0march" })).items).toHaveLength(1);
  });
});

test("a statement that takes too long is stopped and reported", async () => {
  const impatient = connect(database.connection, { max: 1 });
  const blocker = await database.pool.connect();
  try {
    await blocker.query("BEGIN; LOCK TABLE book");
    await impatient.pool.query("SET statement_timeout = 50");
    const context = contextFor(impatient, await createCaller(database, "admin"));
    const { latest } = createRouterClient(booksApi, { context, interceptors: [maskUnexpectedErrors] });
    expect(await errorOf(latest())).toEqual({ code: "TOO_SLOW", status: 503 });
  } finally {
    await blocker.query("ROLLBACK");
    blocker.release();
    await impatient.close();
  }
});

describe("the books on carousels", () => {
  test("that were opened last are in the order of the ids, without those that no longer exist", async () => {
    const { create, byId } = await client();
    const first = await create(book({ title: "First" }));
    const second = await create(book({ title: "Second" }));
    const found = await byId({ ids: [second.id, nowhere, first.id] });
    expect(found.map(({ title }) => title)).toEqual(["Second", "First"]);
    expect(await byId({ ids: [] })).toEqual([]);
  });

  test("beside a book are its author's others, and the newest of its genre by other authors", async () => {
    const { create, related } = await client();
    const { id } = await create(book({ title: "Middlemarch" }));
    await create(book({ title: "Romola" }));
    await create(book({ title: "Silas Marner", genreId: otherGenreId }));
    await create(book({ title: "Emma", author: "Jane Austen" }));
    await create(book({ title: "Evelina", author: "Frances Burney" }));
    await create(book({ title: "Lamia", author: "John Keats", genreId: otherGenreId }));
    const { byAuthor, inGenre } = await related({ id });
    expect(byAuthor.map(({ title }) => title).toSorted()).toEqual(["Romola", "Silas Marner"]);
    expect(inGenre.map(({ title }) => title)).toEqual(["Evelina", "Emma"]);
  });

  test("beside a book are at most six each", async () => {
    const { create, related } = await client();
    const { id } = await create(book());
    for (let number = 1; number <= 8; number++) {
      await create(book({ title: `Volume ${number}` }));
      await create(book({ title: `Other ${number}`, author: `Author ${number}` }));
    }
    const { byAuthor, inGenre } = await related({ id });
    expect([byAuthor.length, inGenre.length]).toEqual([6, 6]);
  });

  test.each([nowhere, "no-uuid"])("beside a book that doesn't exist are none (%s)", async (id) => {
    const { related } = await client();
    expect(await related({ id })).toEqual({ byAuthor: [], inGenre: [] });
  });
});

test("a book is read with one statement, and written with few, those of the transaction counted", async () => {
  const { list, get, create, update } = await client();
  const query = vi.spyOn(pg.Client.prototype, "query");
  onTestFinished(() => query.mockRestore());
  const sent = async <Result>(count: number, call: () => Promise<Result>) => {
    query.mockClear();
    const result = await call();
    expect(query).toHaveBeenCalledTimes(count);
    return result;
  };
  const { id, version } = await sent(6, () => create(book()));
  await sent(7, () => update({ ...book({ title: "Romola" }), id, version }));
  await sent(1, () => get({ id }));
  await sent(1, () => list({}));
});
