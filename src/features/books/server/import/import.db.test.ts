import { ORPCError } from "@orpc/server";
import { desc, eq } from "drizzle-orm";
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createAccess } from "#rpc/permissions.ts";
import { bookCounts, genres } from "#features/genres/table.ts";
import type { OperationContext } from "#rpc/context.ts";
import { activity } from "#server/activity/table.ts";
import { contextFor, createCaller } from "../../../../../testing/context.ts";
import { createTestDatabase, type TestDatabase } from "../../../../../testing/database.ts";
import { byteOrderMark, formatRow } from "#resource/csv/format.ts";
import { exportBooks } from "../export-books.ts";
import { books } from "#features/books/table.ts";
import { handleImport, handleImportCancel } from "./handle-import.ts";
import {
  importLimits,
  importMessageSchema,
  importResultSchema,
  type ImportResult,
} from "#features/books/import/import-schema.ts";

let database: TestDatabase;
let context: OperationContext;

beforeAll(async () => {
  database = await createTestDatabase();
  context = contextFor(database, await createCaller(database, "admin"));
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql.delete(books);
  await database.sql.delete(genres);
  await database.sql.insert(genres).values(["Classic", "Poésie"].map((name) => ({ name, hue: 90 })));
});

const header = formatRow(["Title", "Author", "Genre", "Publisher"]);
const columns = { title: "0", author: "1", genre: "2", publisher: "3" };
const options = { ...columns, delimiter: "comma", hasHeader: "true", addsGenres: "false" };

type Body = string | Uint8Array | ReadableStream<Uint8Array>;

function requestWith(body: Body, query: Record<string, string>, signal?: AbortSignal) {
  return new Request(`http://localhost/api/books/imports?${new URLSearchParams(query)}`, {
    method: "POST",
    body: body as BodyInit,
    duplex: "half",
    signal,
  } as RequestInit);
}

async function send(mode: "check" | "write", body: Body, query: Partial<typeof options> = {}) {
  const response = await handleImport(requestWith(body, { ...options, ...query, mode }), context);
  return await resultOf(response);
}

async function resultOf(response: Response): Promise<ImportResult> {
  const lines = (await response.text()).trim().split("\n");
  const last: unknown = JSON.parse(lines.at(-1) ?? "null");
  for (const line of lines) importMessageSchema.parse(JSON.parse(line));
  return importResultSchema.parse((last as { result: unknown }).result);
}

const file = (...rows: string[][]) => header + rows.map((row) => formatRow(row)).join("");
const manyRows = (count: number) =>
  Array.from({ length: count }, (_, index) => [`Book ${index}`, `Author ${index % 700}`, "Classic", ""]);
const stored = async () =>
  (await database.sql.select({ title: books.title }).from(books).orderBy(books.title)).map(
    ({ title }) => title,
  );
const problemsOf = ({ problems }: ImportResult) =>
  problems.map(({ row, kind, field, text }) => [row, kind, field, text]);

async function errorOf(work: Promise<unknown>) {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ORPCError)) throw new Error("The call succeeded", { cause: error });
  return { code: error.code, status: error.status };
}

describe("a file without problems", () => {
  test("is checked without changes, and then written", async () => {
    const text = file(
      ["  L'Étranger ", "Albert  Camus", "classic", "Gallimard"],
      ["=1+1", "-", "POÉSIE".normalize("NFD"), ""],
    );
    expect(await send("check", text)).toMatchObject({ rows: 2, total: 0, isWritten: false });
    expect(await stored()).toEqual([]);
    expect(await send("write", text)).toMatchObject({ rows: 2, total: 0, isWritten: true });
    const rows = await database.sql.select().from(books).orderBy(books.title);
    expect(rows).toMatchObject([
      { title: "=1+1", author: "-", publisher: null, version: 1 },
      { title: "L'Étranger", author: "Albert Camus", publisher: "Gallimard", version: 1 },
    ]);
    const [{ count } = { count: 0 }] = await database.sql
      .select({ count: bookCounts.books })
      .from(bookCounts);
    expect(count).toBe(1);
  });

  test("leaves one activity entry with the number of books, and a check leaves none", async () => {
    const isImport = eq(activity.action, "import");
    const before = await database.sql.$count(activity, isImport);
    await send("check", file(["Emma", "Austen", "Classic", ""]));
    await send("write", file(["Emma", "Austen", "Classic", ""], ["Persuasion", "Austen", "Classic", ""]));
    const entries = await database.sql.select().from(activity).where(isImport).orderBy(desc(activity.id));
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({
      actorId: context.caller?.user.id,
      subjectType: "book",
      after: { count: 2 },
    });
  });

  test("may have other columns, in any order, another delimiter, and no header", async () => {
    const text = "x\tClassic\tAusten\tEmma\n";
    const query = { title: "3", author: "2", genre: "1", delimiter: "tab", hasHeader: "false" };
    const { publisher: _, ...rest } = options;
    const response = await handleImport(requestWith(text, { ...rest, ...query, mode: "write" }), context);
    expect(await resultOf(response)).toMatchObject({ isWritten: true, rows: 1 });
    expect(await stored()).toEqual(["Emma"]);
  });

  test("is exported exactly as it was imported", async () => {
    const titles = ["=1+1", "'=1+1", "''-x", "a,b;c", 'say "hi"', "@", "Ünïcödé 😀", "النص"];
    const text = file(...titles.map((title) => [title, `by ${title}`, "Classic", title]));
    expect(await send("write", text)).toMatchObject({ isWritten: true });
    const before = await database.sql.select().from(books);
    const exported = await (await exportBooks(new Request("http://localhost/api/books.csv"), context)).text();
    await database.sql.delete(books);
    expect(await send("write", byteOrderMark + exported)).toMatchObject({ isWritten: true });
    const after = await database.sql.select().from(books);
    const texts = (rows: typeof after) =>
      rows.map((row) => [row.title, row.author, row.publisher].join("\n")).sort();
    expect(texts(after)).toEqual(texts(before));
  });
});

describe("every problem is reported with its row, and nothing is written", () => {
  test("invalid texts", async () => {
    const result = await send(
      "write",
      file(
        ["", "A", "Classic", ""],
        ["B", "", "Classic", ""],
        ["C", "A", " ", ""],
        ["x".repeat(201), "A", "Classic", "y".repeat(121)],
        ["a\u0007b", "A", "Classic", ""],
        ["Good", "A", "Classic", ""],
      ),
    );
    expect(result).toMatchObject({ rows: 6, isWritten: false, total: 6, counts: { blank: 3, invalid: 3 } });
    expect(problemsOf(result)).toEqual([
      [2, "blank", "title", "books:errors.titleRequired"],
      [3, "blank", "author", "common:errors.required"],
      [4, "blank", "genre", "common:errors.required"],
      [5, "invalid", "title", "common:errors.tooLong?count=200"],
      [5, "invalid", "publisher", "common:errors.tooLong?count=120"],
      [6, "invalid", "title", "common:errors.characters"],
    ]);
    expect(await stored()).toEqual([]);
  });

  test("rows with a missing quote, and an unclosed quote", async () => {
    const result = await send("check", `${header}One, two,A,Classic,P\nGood,A,Classic\n"never,closed\n`);
    expect(problemsOf(result)).toEqual([
      [4, "file", null, "booksImport:problems.quote?line=4"],
      [2, "cells", null, "booksImport:problems.cells?count=5&width=4"],
    ]);
  });

  test("a row without an end, and a binary file", async () => {
    const endless = await send("check", `${header}Good,A,Classic\n${"x".repeat(1_100_000)}`);
    expect(problemsOf(endless)).toEqual([[3, "file", null, "booksImport:problems.length?line=3"]]);
    const binary = await send("check", Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0x0a, 0xe9]));
    expect(problemsOf(binary)).toEqual([[1, "file", null, "booksImport:problems.binary"]]);
  });

  test("books that are in the file twice, in any case and spelling", async () => {
    const result = await send(
      "check",
      file(
        ["Émile", "Rousseau", "Classic", ""],
        ["x", "y", "Classic", ""],
        ["ÉMILE".normalize("NFD"), " rousseau", "Classic", ""],
        ["émile", "ROUSSEAU", "Classic", ""],
      ),
    );
    expect(problemsOf(result)).toEqual([
      [4, "repeated", "title", "booksImport:problems.repeated?earlier=2"],
      [5, "repeated", "title", "booksImport:problems.repeated?earlier=2"],
    ]);
  });

  test("books that exist already", async () => {
    await send("write", file(["Émile", "Rousseau", "Classic", ""]));
    const result = await send(
      "write",
      file(["Emile", "Rousseau", "Classic", ""], ["ÉMILE", "rousseau", "Classic", ""]),
    );
    expect(problemsOf(result)).toEqual([[3, "exists", "title", "books:errors.titleUsed"]]);
    expect(await stored()).toEqual(["Émile"]);
  });

  test("missing genres: by row and by name, or added with the books if requested", async () => {
    const text = file(
      ["A", "A", "Noir", ""],
      ["B", "A", "NOIR", ""],
      ["C", "A", "classic", ""],
      ["D", "A", "Gothic", ""],
    );
    const result = await send("check", text);
    expect(result).toMatchObject({
      counts: { genre: 3 },
      missingGenres: {
        count: 2,
        names: [
          { name: "Noir", rows: 2 },
          { name: "Gothic", rows: 1 },
        ],
      },
    });
    expect(result.problems.map(({ row, value }) => [row, value])).toEqual([
      [2, "Noir"],
      [3, "NOIR"],
      [5, "Gothic"],
    ]);
    expect(await send("check", text, { addsGenres: "true" })).toMatchObject({ total: 0 });
    expect(await database.sql.$count(genres)).toBe(2);
    expect(await send("write", text, { addsGenres: "true" })).toMatchObject({ isWritten: true });
    const names = await database.sql.select({ name: genres.name }).from(genres).orderBy(genres.name);
    expect(names.map(({ name }) => name)).toEqual(["Classic", "Gothic", "Noir", "Poésie"]);
  });

  test("more genres than the limit", async () => {
    const text = file(...Array.from({ length: 499 }, (_, index) => [`T${index}`, "A", `Genre ${index}`, ""]));
    const result = await send("write", text, { addsGenres: "true" });
    expect(result).toMatchObject({ isWritten: false, counts: { genre: 499 } });
    expect(result.problems[0]?.text).toBe("booksImport:problems.genresFull?count=500");
  });

  test("more rows than the limit, and no rows", async () => {
    const tooMany = header + "A,B,Classic,\n".repeat(importLimits.rows + 1);
    const [problem] = (await send("check", tooMany)).problems;
    expect(problem).toMatchObject({
      row: importLimits.rows + 2,
      text: "booksImport:problems.tooMany?count=100000",
    });
    expect(problemsOf(await send("check", header))).toEqual([
      [1, "file", null, "booksImport:problems.empty"],
    ]);
    expect(problemsOf(await send("check", ""))).toEqual([[1, "file", null, "booksImport:problems.empty"]]);
  });

  test("one invalid row in a thousand, and the first 10,000 of 12,000 problems", async () => {
    const rows = manyRows(1_000);
    rows[700] = ["", "A", "Classic", ""];
    expect(await send("write", file(...rows))).toMatchObject({ rows: 1_000, total: 1, isWritten: false });
    expect(await stored()).toEqual([]);
    const bad = await send("write", header + ",,,P\n".repeat(4_000));
    expect(bad).toMatchObject({ total: 12_000, counts: { blank: 12_000 } });
    expect(bad.problems).toHaveLength(10_000);
    expect(bad.problems.at(-1)).toMatchObject({ row: 3_335, field: "title" });
  });
});

describe("concurrent events", () => {
  test("if someone else adds one of the books during the import, nothing is written and the row is reported", async () => {
    const rows = manyRows(3_000);
    const [genre] = await database.sql.select().from(genres);
    const other = await database.pool.connect();
    await other.query("BEGIN");
    await other.query("INSERT INTO book (title, author, genre_id) VALUES ('BOOK 2500', 'author 400', $1)", [
      genre?.id,
    ]);
    const importing = send("write", file(...rows));
    // The import waits for the other transaction, whose book it can't see yet.
    await expect
      .poll(async () => (await database.pool.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount, {
        timeout: 20_000,
      })
      .toBeGreaterThan(0);
    await other.query("COMMIT");
    other.release();
    const result = await importing;
    expect(result).toMatchObject({ isWritten: false, rows: 3_000, total: 1 });
    expect(problemsOf(result)).toEqual([[2_502, "exists", "title", "books:errors.titleUsed"]]);
    expect(await stored()).toEqual(["BOOK 2500"]);
  });

  test("a client that disconnects leaves nothing behind", async () => {
    const leaving = new AbortController();
    const request = requestWith(file(...manyRows(3_000)), { ...options, mode: "write" }, leaving.signal);
    const reader = (await handleImport(request, context)).body?.getReader();
    await reader?.read();
    leaving.abort();
    await reader?.cancel().catch(() => undefined);
    // The user's next import waits for the end of this one.
    expect(await send("check", file(["A", "A", "Classic", ""]))).toMatchObject({ total: 0 });
    expect(await stored()).toEqual([]);
  });

  test("a process that is killed writes nothing", async () => {
    const importing = send("write", file(...manyRows(5_000))).catch(() => "failed");
    await expect
      .poll(
        async () =>
          (
            await database.pool.query(
              `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE datname = current_database() AND query ILIKE '%insert into "book"%' AND pid <> pg_backend_pid()`,
            )
          ).rowCount,
        { timeout: 20_000, interval: 5 },
      )
      .toBeGreaterThan(0);
    expect(await importing).toBe("failed");
    expect(await stored()).toEqual([]);
  });
});

describe("canceling", () => {
  const newId = () => randomUUID().replaceAll("-", "");

  async function cancel(id: string, by = context): Promise<unknown> {
    const request = new Request(`http://localhost/api/books/imports?id=${id}`, { method: "DELETE" });
    return await (await handleImportCancel(request, by)).json();
  }

  /** The last message of an import. */
  async function write(id: string, rows: string[][]): Promise<unknown> {
    const request = requestWith(file(...rows), { ...options, mode: "write", id });
    const lines = (await (await handleImport(request, context)).text()).trim().split("\n");
    return importMessageSchema.parse(JSON.parse(lines.at(-1) ?? "null"));
  }

  /** The backend that waits for another transaction, once there is one. */
  async function waiting() {
    const find = async () =>
      (
        await database.pool.query<{ pid: number }>(
          `SELECT l.pid FROM pg_locks l JOIN pg_stat_activity a USING (pid)
           WHERE NOT granted AND datname = current_database()`,
        )
      ).rows[0]?.pid;
    await expect.poll(find).toBeDefined();
    return await find();
  }

  /** Makes commits of books wait for `release`. */
  async function holdCommits() {
    await database.pool.query(
      `CREATE FUNCTION hold_commit() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_advisory_xact_lock_shared(1); RETURN NULL; END $$;
       CREATE CONSTRAINT TRIGGER hold_commit AFTER INSERT ON book
       DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_commit()`,
    );
    const holder = await database.pool.connect();
    await holder.query("SELECT pg_advisory_lock(1)");
    const release = async () => void (await holder.query("SELECT pg_advisory_unlock_all()"));
    onTestFinished(async () => {
      await release();
      holder.release();
      await database.pool.query("DROP FUNCTION hold_commit CASCADE");
    });
    return release;
  }

  test("during the import reports at once that nothing was added, and nothing is", async () => {
    const [genre] = await database.sql.select().from(genres);
    const other = await database.pool.connect();
    await other.query("BEGIN");
    const book = "INSERT INTO book (title, author, genre_id) VALUES ('Book 5', 'Author 5', $1)";
    await other.query(book, [genre?.id]);
    const id = newId();
    const importing = write(id, manyRows(10)).catch(() => "no word");
    await waiting();
    expect(await cancel(id)).toEqual({ added: 0 });
    await other.query("ROLLBACK");
    other.release();
    expect(await importing).not.toHaveProperty("result");
    expect(await stored()).toEqual([]);
    expect(await cancel(id)).toEqual({ added: 0 });
  });

  test("during the commit reports that the books were added", async () => {
    const release = await holdCommits();
    const id = newId();
    const importing = write(id, manyRows(10));
    await waiting();
    const cancelling = cancel(id);
    await release();
    expect(await cancelling).toEqual({ added: 10 });
    expect(await importing).toMatchObject({ result: { rows: 10, isWritten: true } });
    expect(await stored()).toHaveLength(10);
    expect(await cancel(id)).toEqual({ added: 10 });
  });

  test("during the upload reports that nothing was added, and nothing is", async () => {
    const id = newId();
    const sending = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        await sending.promise;
        controller.enqueue(Buffer.from(file(...manyRows(3))));
        controller.close();
      },
    });
    const importing = handleImport(requestWith(body, { ...options, mode: "write", id }), context);
    await expect.poll(() => cancel(id).catch(() => undefined)).toEqual({ added: 0 });
    sending.resolve();
    expect(await (await importing).text()).toBe("");
    expect(await stored()).toEqual([]);
  });

  test("is unsure if the database is lost during the commit", async () => {
    await holdCommits();
    const id = newId();
    const importing = write(id, manyRows(10));
    const pid = await waiting();
    const cancelling = cancel(id);
    await database.pool.query("SELECT pg_terminate_backend($1)", [pid]);
    await expect(cancelling).rejects.toThrow();
    expect(await importing).toMatchObject({ failure: { code: "UNSURE" } });
  });

  test("an unknown import or another user's is not found, and readers are denied", async () => {
    const id = newId();
    await write(id, manyRows(1));
    const other = contextFor(database, await createCaller(database, "admin"));
    expect(await errorOf(cancel(id, other))).toEqual({ code: "NOT_FOUND", status: 404 });
    for (const unknown of [newId(), "", "x"]) {
      expect(await errorOf(cancel(unknown))).toEqual({ code: "NOT_FOUND", status: 404 });
    }
    const reader = contextFor(database, await createCaller(database, "user"));
    expect(await errorOf(cancel(id, reader))).toEqual({ code: "FORBIDDEN", status: 403 });
    expect(await errorOf(cancel(id, contextFor(database, null)))).toEqual({
      code: "UNAUTHORIZED",
      status: 401,
    });
  });
});

describe("permissions and limits", () => {
  /** A body that records whether it was read. */
  function watchedBody() {
    const watched = { isRead: false };
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          watched.isRead = true;
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    return { body, watched };
  }

  test.each([
    ["no one", undefined, 401],
    ["a reader", "user", 403],
  ])("%s is denied before the file is read", async (_, role, status) => {
    const caller = role ? await createCaller(database, role) : null;
    const { body, watched } = watchedBody();
    const request = requestWith(body, { ...options, mode: "write" });
    expect(await errorOf(handleImport(request, contextFor(database, caller)))).toMatchObject({ status });
    expect(watched.isRead).toBe(false);
  });

  test.each(["check", "write"] as const)(
    "a %s that adds genres is denied to a user without that permission, before the file is read",
    async (mode) => {
      const access = createAccess({ book: { read: ["user"], create: ["user"] }, genre: { read: ["user"] } });
      const cataloguer = { ...contextFor(database, await createCaller(database, "user")), access };
      const { body, watched } = watchedBody();
      const request = requestWith(body, { ...options, mode, addsGenres: "true" });
      expect(await errorOf(handleImport(request, cataloguer))).toEqual({ code: "FORBIDDEN", status: 403 });
      expect(watched.isRead).toBe(false);

      const text = file(["Emma", "Austen", "Classic", ""], ["Dune", "Herbert", "Noir", ""]);
      const allowed = await handleImport(requestWith(text, { ...options, mode }), cataloguer);
      expect(await resultOf(allowed)).toMatchObject({ isWritten: false, counts: { genre: 1 } });
      expect(await database.sql.$count(genres)).toBe(2);
    },
  );

  test.each([
    [{ mode: "burn" }],
    [{ title: "-1" }],
    [{ title: "1" }],
    [{ delimiter: "|" }],
    [{ addsGenres: "maybe" }],
    [{ author: "" }],
  ])("a query with %j is rejected before the file is read", async (change) => {
    const { body, watched } = watchedBody();
    const request = requestWith(body, { ...options, mode: "check", ...change });
    expect(await errorOf(handleImport(request, context))).toEqual({ code: "BAD_REQUEST", status: 400 });
    expect(watched.isRead).toBe(false);
  });

  test("a file is checked while others are still arriving", async () => {
    const arriving = Array.from({ length: 4 }, () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const request = requestWith(readable, { ...options, mode: "check" });
      return { response: handleImport(request, context), writer: writable.getWriter() };
    });
    expect(await send("check", file(["Emma", "Austen", "Classic", ""]))).toMatchObject({ rows: 1, total: 0 });
    for (const { writer } of arriving) await writer.close();
    for (const { response } of arriving) expect(await resultOf(await response)).toMatchObject({ rows: 0 });
  });

  test("uploads are rate limited", async () => {
    const userContext = contextFor(database, await createCaller(database, "admin"));
    const preview = () =>
      handleImport(requestWith("a,b", { mode: "columns", isTruncated: "false" }), userContext);
    for (let count = 0; count < 120; count += 1) await preview();
    expect(await errorOf(preview())).toEqual({ code: "TOO_MANY_REQUESTS", status: 429 });
  });

  test("a file that is too large is rejected, whatever its declared size", async () => {
    const chunk = new Uint8Array(1_000_000).fill(97);
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 60) controller.close();
        else controller.enqueue(chunk);
      },
    });
    const importing = handleImport(requestWith(body, { ...options, mode: "check" }), context);
    expect(await errorOf(importing)).toEqual({ code: "FILE_TOO_LARGE", status: 413 });
    expect(sent).toBeLessThan(55);
  });
});

describe("the columns of a file", () => {
  const columnsOf = async (text: string) =>
    (
      await handleImport(requestWith(text, { mode: "columns", isTruncated: "false" }), context)
    ).json() as Promise<unknown>;

  test.each([
    ["Author,Book title,Nr,Category\nA,B,1,C\n", "comma", { author: 0, title: 1, genre: 3 }],
    ["TITRE;Auteur;Genre;Éditeur\n", "semicolon", { title: 0, author: 1, genre: 2, publisher: 3 }],
    ["العنوان,المؤلف,التصنيف\n", "comma", { title: 0, author: 1, genre: 2 }],
    ["Mwandishi\tJina la kitabu\tAina\n", "tab", { author: 0, title: 1, genre: 2 }],
    ["Emma,Austen,Classic\n", "comma", {}],
  ])("%j", async (text, delimiter, guessed) => {
    expect(await columnsOf(text)).toMatchObject({ delimiter, columns: guessed });
  });
});

test("20,000 books are imported, and the end of each step is reported", async () => {
  const request = requestWith(file(...manyRows(20_000)), { ...options, mode: "write" });
  const text = await (await handleImport(request, context)).text();
  const lines = text
    .trim()
    .split("\n")
    .map((line) => importMessageSchema.parse(JSON.parse(line)));
  const ended = lines.flatMap((line) =>
    "progress" in line && line.progress.done === 1 ? [line.progress] : [],
  );
  expect(ended.map(({ step, rows }) => [step, rows])).toContainEqual(["writing", 20_000]);
  expect(new Set(ended.map(({ step }) => step))).toEqual(new Set(["reading", "comparing", "writing"]));
  expect(lines.at(-1)).toMatchObject({ result: { rows: 20_000, isWritten: true } });
  expect(await database.sql.$count(books)).toBe(20_000);
});
