import { ORPCError } from "@orpc/server";
import { desc, eq } from "drizzle-orm";
import { boolean, date, doublePrecision, pgTable, text, uuid } from "drizzle-orm/pg-core";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { languages } from "#i18n/languages.ts";
import { daySchema } from "#lib/day-schema.ts";
import type { OperationContext } from "#rpc/context.ts";
import { createAccess } from "#rpc/permissions.ts";
import { typedText } from "#rpc/text.ts";
import { activity } from "#server/activity/table.ts";
import { contextFor, createCaller, errorOf } from "../../../../testing/context.ts";
import {
  importMessages,
  importOptions,
  importRequest,
  importResult,
  previewedOptions,
} from "../../../../testing/csv-import.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { formatRow } from "#resource/csv/format.ts";
import { importLimits, type FilePreview, type ImportResult } from "#resource/csv/import-schema.ts";
import { csvExport } from "#resource/server/csv/csv-export.ts";
import { csvImport } from "#resource/server/import/csv-import.ts";
import { isNamedIgnoringCase } from "#resource/server/import/names.ts";

const kinds = pgTable("kind", { id: uuid().primaryKey().defaultRandom(), name: text().notNull() });

/** A resource with a field of each kind. */
const works = pgTable("work", {
  id: uuid().primaryKey().defaultRandom(),
  title: text().notNull(),
  author: text().notNull(),
  kindId: uuid("kind_id").notNull(),
  boughtOn: date("bought_on"),
  isLent: boolean("is_lent").notNull(),
  price: doublePrecision(),
  edition: text(),
});

const kindLimit = 20;

const importWorks = csvImport({
  permission: { book: ["create"] },
  subjectType: "work",
  fields: {
    title: {
      name: "books:fields.title",
      otherNames: "books:columnNames.title",
      schema: typedText(200, "books:errors.titleRequired"),
      required: true,
    },
    author: { name: "books:fields.author", schema: typedText(200, "common:errors.required"), required: true },
    kind: {
      name: "books:fields.genre",
      otherNames: "books:columnNames.genre",
      schema: typedText(60, "common:errors.required"),
      required: true,
    },
    boughtOn: { name: "books:fields.created", schema: daySchema.optional() },
    isLent: { name: "books:fields.updated", schema: z.stringbool().default(false) },
    price: { name: "books:fields.publisher", schema: z.coerce.number().max(1e6).optional() },
  },
  columns: {
    title: works.title,
    author: works.author,
    kind: works.kindId,
    boughtOn: works.boughtOn,
    isLent: works.isLent,
    price: works.price,
  },
  unique: { fields: ["title", "author"], problem: "books:errors.titleUsed" },
  related: [
    {
      field: "kind",
      id: kinds.id,
      names: [isNamedIgnoringCase(kinds.name)],
      add: {
        permission: { genre: ["create"] },
        limit: kindLimit,
        insert: (transaction, names) => transaction.insert(kinds).values(names.map((name) => ({ name }))),
      },
    },
  ],
  example: [
    {
      title: "Emma",
      author: "Jane Austen",
      kind: "Classic",
      boughtOn: "2026-04-03",
      isLent: "yes",
      price: "1.5",
    },
  ],
});

const exportWorks = csvExport({
  permission: { apps: ["manager"] },
  fileName: "books:title",
  query: z.object({}),
  async *stream({ database: { sql: reader } }) {
    yield await reader.select().from(works).innerJoin(kinds, eq(kinds.id, works.kindId)).orderBy(works.title);
  },
  columns: [
    { name: "books:fields.title", value: ({ work }) => work.title },
    { name: "books:fields.author", value: ({ work }) => work.author },
    { name: "books:fields.genre", value: ({ kind }) => kind.name },
    { name: "books:fields.created", value: ({ work }) => work.boughtOn },
    { name: "books:fields.updated", value: ({ work }) => work.isLent },
    { name: "books:fields.publisher", value: ({ work }) => work.price },
  ],
});

let database: TestDatabase;
let context: OperationContext;

beforeAll(async () => {
  database = await createTestDatabase();
  context = contextFor(database, await createCaller(database, "admin"));
  await database.pool.query(`
    CREATE TABLE kind (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), name text NOT NULL);
    CREATE UNIQUE INDEX ON kind (lower(name COLLATE "und-x-icu"));
    CREATE TABLE work (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(), title text NOT NULL, author text NOT NULL,
      kind_id uuid NOT NULL REFERENCES kind, bought_on date, is_lent boolean NOT NULL, price double precision, edition text
    );
    CREATE UNIQUE INDEX work_unique ON work (lower(title COLLATE "und-x-icu"), lower(author COLLATE "und-x-icu"))`);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql.delete(works);
  await database.sql.delete(kinds);
  await database.sql.insert(kinds).values([{ name: "Classic" }, { name: "Poésie" }]);
});

const fieldNames = ["title", "author", "kind", "boughtOn", "isLent", "price"];
const header = formatRow(["Title", "Author", "Genre", "Added", "Updated", "Publisher"]);
const options = importOptions(fieldNames);

type Body = Parameters<typeof importRequest>[0];

async function send(mode: "check" | "write", body: Body, query: Record<string, string> = {}) {
  const request = importRequest(body, { ...options, ...query, mode });
  return await importResult(await importWorks.upload(request, context));
}

const file = (...rows: string[][]) => header + rows.map((row) => formatRow(row)).join("");
const manyRows = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    `Work ${index}`,
    `Author ${index % 700}`,
    "Classic",
    "",
    "",
    "",
  ]);
const stored = async () =>
  (await database.sql.select({ title: works.title }).from(works).orderBy(works.title)).map(
    ({ title }) => title,
  );
const problemsOf = ({ problems }: ImportResult) =>
  problems.map(({ row, kind, field, text }) => [row, kind, field, text]);

async function rejectionOf(work: Promise<unknown>) {
  const { code, status } = await errorOf(work);
  return { code, status };
}

describe("a file without problems", () => {
  test("is checked without changes, and then written", async () => {
    const content = file(
      ["  L'Étranger ", "Albert  Camus", "classic", "2026-04-03", "YES", "1234.5"],
      ["=1+1", "-", "POÉSIE".normalize("NFD"), "", "", ""],
    );
    expect(await send("check", content)).toMatchObject({ rows: 2, total: 0, isWritten: false });
    expect(await stored()).toEqual([]);
    expect(await send("write", content)).toMatchObject({ rows: 2, total: 0, isWritten: true });
    const rows = await database.sql.select().from(works).orderBy(works.title);
    expect(rows).toMatchObject([
      { title: "=1+1", author: "-", boughtOn: null, isLent: false, price: null },
      { title: "L'Étranger", author: "Albert Camus", boughtOn: "2026-04-03", isLent: true, price: 1234.5 },
    ]);
  });

  test("leaves one activity entry with the number of rows, and a check leaves none", async () => {
    const isImport = eq(activity.action, "import");
    const before = await database.sql.$count(activity, isImport);
    await send("check", file(...manyRows(2)));
    await send("write", file(...manyRows(2)));
    const entries = await database.sql.select().from(activity).where(isImport).orderBy(desc(activity.id));
    expect(entries).toHaveLength(before + 1);
    expect(entries[0]).toMatchObject({
      actorId: context.caller?.user.id,
      subjectType: "work",
      after: { count: 2 },
    });
  });

  test("may have other columns, in any order, another delimiter, and no header", async () => {
    const content = "x\tClassic\tAusten\tEmma\t2026-12-31\n";
    const query = { columns: "title:3,author:2,kind:1,boughtOn:4", delimiter: "tab", hasHeader: "false" };
    expect(await send("write", content, query)).toMatchObject({ isWritten: true, rows: 1 });
    expect(await database.sql.select().from(works)).toMatchObject([
      { title: "Emma", author: "Austen", boughtOn: "2026-12-31", isLent: false, price: null },
    ]);
  });

  test("is exported in any language and imported unchanged, by people with any other language", async () => {
    const title = fc.constantFrom(
      "=1+1",
      "'=1+1",
      "''-x",
      "a,b;c",
      'say "hi"',
      "@",
      "Ünïcödé 😀",
      "النص",
      "1,5",
    );
    const [kind] = await database.sql.select().from(kinds);
    await fc.assert(
      fc.asyncProperty(
        fc.array(title, { minLength: 1, maxLength: 20 }),
        fc.constantFrom(...languages.map(({ key }) => key)),
        async (authors, language) => {
          await database.sql.delete(works);
          const before = authors.map((author, index) => ({ author, title: `Work ${100 + index}` }));
          await database.sql
            .insert(works)
            .values(before.map((each) => ({ ...each, kindId: kind?.id ?? "", isLent: false })));
          const request = new Request("http://localhost/works.csv");
          const content = await (await exportWorks(request, { ...context, language })).text();
          await database.sql.delete(works);

          const start = importRequest(content, { mode: "columns" });
          const preview = (await (await importWorks.upload(start, await newContext())).json()) as FilePreview;
          expect(Object.keys(preview.columns)).toEqual(fieldNames);
          expect(
            await send("write", content, {
              ...previewedOptions(preview),
              columns: "title:0,author:1,kind:2",
            }),
          ).toMatchObject({ isWritten: true, total: 0 });
          expect(await database.sql.select().from(works).orderBy(works.title)).toMatchObject(before);
        },
      ),
      { numRuns: 30 },
    );
  });
});

/** Of another user, who has not sent a file yet. */
const newContext = async () => contextFor(database, await createCaller(database, "admin"));

describe("every problem is reported with its row, and nothing is written", () => {
  test("blank and invalid values of every kind", async () => {
    const result = await send(
      "write",
      file(
        ["", "A", "Classic"],
        ["B", "", "Classic"],
        ["C", "A", " "],
        ["x".repeat(201), "A", "Classic", "2026-02-30", "maybe", "12 €"],
        ["a\u0007b", "A", "Classic", "3 April", "2", "1,5"],
        ["D", "A", "Classic", "", "", "2000000"],
        ["Good", "A", "Classic"],
      ),
    );
    expect(result).toMatchObject({ rows: 7, isWritten: false, total: 12, counts: { blank: 3, invalid: 9 } });
    expect(problemsOf(result)).toEqual([
      [2, "blank", "title", "books:errors.titleRequired"],
      [3, "blank", "author", "common:errors.required"],
      [4, "blank", "kind", "common:errors.required"],
      [5, "invalid", "title", "common:errors.tooLong?count=200"],
      [5, "invalid", "boughtOn", "common:errors.invalid"],
      [5, "invalid", "isLent", "common:errors.invalid"],
      [5, "invalid", "price", "common:errors.invalid"],
      [6, "invalid", "title", "common:errors.characters"],
      [6, "invalid", "boughtOn", "common:errors.invalid"],
      [6, "invalid", "isLent", "common:errors.invalid"],
      [6, "invalid", "price", "common:errors.invalid"],
      [7, "invalid", "price", "common:errors.tooLarge?count=1000000"],
    ]);
    expect(await stored()).toEqual([]);
  });

  test("rows with a missing quote, and an unclosed quote", async () => {
    const result = await send("check", `${header}One, two,A,Classic,,,1\nGood,A,Classic\n"never,closed\n`);
    expect(problemsOf(result)).toEqual([
      [4, "file", null, "resourceImport:problems.quote?line=4"],
      [2, "cells", null, "resourceImport:problems.cells?count=7&width=6"],
    ]);
  });

  test("a row without an end, and a binary file", async () => {
    const endless = await send("check", `${header}Good,A,Classic\n${"x".repeat(1_100_000)}`);
    expect(problemsOf(endless)).toEqual([[3, "file", null, "resourceImport:problems.length?line=3"]]);
    const binary = await send("check", Uint8Array.from([0x50, 0x4b, 3, 4, 0, 0, 0x0a, 0xe9]));
    expect(problemsOf(binary)).toEqual([[1, "file", null, "resourceImport:problems.binary"]]);
  });

  test("records that are in the file twice, in any case and spelling", async () => {
    const result = await send(
      "check",
      file(
        ["Émile", "Rousseau", "Classic"],
        ["x", "y", "Classic"],
        ["ÉMILE".normalize("NFD"), " rousseau", "Classic"],
        ["émile", "ROUSSEAU", "Classic"],
      ),
    );
    expect(problemsOf(result)).toEqual([
      [4, "repeated", "title", "resourceImport:problems.repeated?earlier=2"],
      [5, "repeated", "title", "resourceImport:problems.repeated?earlier=2"],
    ]);
  });

  test("records that exist already", async () => {
    await send("write", file(["Émile", "Rousseau", "Classic"]));
    const result = await send(
      "write",
      file(["Emile", "Rousseau", "Classic"], ["ÉMILE", "rousseau", "Classic"]),
    );
    expect(problemsOf(result)).toEqual([[3, "exists", "title", "books:errors.titleUsed"]]);
    expect(await stored()).toEqual(["Émile"]);
  });

  test("missing related records: by row and by name, or added with the rows if requested", async () => {
    const content = file(["A", "A", "Noir"], ["B", "A", "NOIR"], ["C", "A", "classic"], ["D", "A", "Gothic"]);
    const result = await send("check", content);
    expect(result).toMatchObject({
      counts: { unknown: 3 },
      missing: [
        {
          field: "kind",
          count: 2,
          canAdd: true,
          names: [
            { name: "Noir", rows: 2 },
            { name: "Gothic", rows: 1 },
          ],
        },
      ],
    });
    expect(result.problems.map(({ row, value }) => [row, value])).toEqual([
      [2, "Noir"],
      [3, "NOIR"],
      [5, "Gothic"],
    ]);
    expect(await send("check", content, { adds: "true" })).toMatchObject({ total: 0 });
    expect(await database.sql.$count(kinds)).toBe(2);
    expect(await send("write", content, { adds: "true" })).toMatchObject({ isWritten: true });
    const names = await database.sql.select({ name: kinds.name }).from(kinds).orderBy(kinds.name);
    expect(names.map(({ name }) => name)).toEqual(["Classic", "Gothic", "Noir", "Poésie"]);
  });

  test("more related records than the limit", async () => {
    const content = file(
      ...Array.from({ length: kindLimit - 1 }, (_, index) => [`T${index}`, "A", `Kind ${index}`]),
    );
    const result = await send("write", content, { adds: "true" });
    expect(result).toMatchObject({ isWritten: false, counts: { unknown: kindLimit - 1 } });
    expect(result.problems[0]?.text).toBe("resourceImport:problems.full?limit=20");
  });

  test.each(["A,B,Classic\n", "\n", ",,,,,,,\n"])("more rows than the limit: %j", async (row) => {
    const [problem] = (await send("check", header + row.repeat(importLimits.rows + 1))).problems;
    expect(problem).toMatchObject({
      row: importLimits.rows + 2,
      text: "resourceImport:problems.tooMany?count=100000",
    });
  });

  test("no rows", async () => {
    expect(problemsOf(await send("check", header))).toEqual([
      [1, "file", null, "resourceImport:problems.empty"],
    ]);
    expect(problemsOf(await send("check", ""))).toEqual([[1, "file", null, "resourceImport:problems.empty"]]);
  });

  test("one invalid row in a thousand, and the first 10,000 of 12,000 problems", async () => {
    const rows = manyRows(1_000);
    rows[700] = ["", "A", "Classic"];
    expect(await send("write", file(...rows))).toMatchObject({ rows: 1_000, total: 1, isWritten: false });
    expect(await stored()).toEqual([]);
    const bad = await send("write", header + ",,,,,1\n".repeat(4_000));
    expect(bad).toMatchObject({ total: 12_000, counts: { blank: 12_000 } });
    expect(bad.problems).toHaveLength(10_000);
    expect(bad.problems.at(-1)).toMatchObject({ row: 3_335, field: "title" });
  });
});

describe("concurrent events", () => {
  test("if someone else adds one of the records during the import, nothing is written and the row is reported", async () => {
    const rows = manyRows(3_000);
    const [kind] = await database.sql.select().from(kinds);
    const other = await database.pool.connect();
    await other.query("BEGIN");
    await other.query(
      "INSERT INTO work (title, author, kind_id, is_lent) VALUES ('WORK 2500', 'author 400', $1, false)",
      [kind?.id],
    );
    const importing = send("write", file(...rows));
    // The import waits for the other transaction, whose record it can't see yet.
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
    expect(await stored()).toEqual(["WORK 2500"]);
  });

  test.each([
    ["banned", "UNAUTHORIZED", `update "user" set banned = true where id = $1`],
    ["signed out", "UNAUTHORIZED", "delete from session where user_id = $1"],
    ["deleted", "UNAUTHORIZED", `delete from "user" where id = $1`],
    ["demoted", "FORBIDDEN", `update "user" set role = 'user' where id = $1`],
  ])("if its administrator is %s while it is written, nothing is", async (_, code, statement) => {
    const importing = await newContext();
    const isImport = eq(activity.action, "import");
    const before = await database.sql.$count(activity, isImport);
    // Another import holds the lock of writes.
    const other = await database.pool.connect();
    await other.query("BEGIN; SELECT pg_advisory_xact_lock(40618)");
    const request = importRequest(file(...manyRows(10)), { ...options, mode: "write" });
    const messages = importMessages(await importWorks.upload(request, importing));
    await expect
      .poll(async () => (await database.pool.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount)
      .toBe(1);
    await database.pool.query(statement, [importing.caller?.user.id]);
    await other.query("COMMIT");
    other.release();
    expect((await messages).at(-1)).toEqual({ failure: { code } });
    expect(await stored()).toEqual([]);
    expect(await database.sql.$count(activity, isImport)).toBe(before);
  });

  test("a session that ends while the file arrives or is read ends the import with a message", async () => {
    const error = new ORPCError("UNAUTHORIZED");
    const ending = new AbortController();
    const request = importRequest(file(...manyRows(3_000)), { ...options, mode: "check" }, ending.signal);
    const response = await importWorks.upload(request, context);
    ending.abort(error);
    expect((await importMessages(response)).at(-1)).toEqual({ failure: { code: "UNAUTHORIZED" } });

    const arriving = new TransformStream<Uint8Array, Uint8Array>();
    const writer = arriving.writable.getWriter();
    const late = importRequest(arriving.readable, { ...options, mode: "check" }, ending.signal);
    const uploading = importWorks.upload(late, context);
    void writer.write(Buffer.from(header)).catch(() => undefined);
    expect(await rejectionOf(uploading)).toEqual({ code: "UNAUTHORIZED", status: 401 });
  });

  test("a client that disconnects leaves nothing behind", async () => {
    const leaving = new AbortController();
    const request = importRequest(file(...manyRows(3_000)), { ...options, mode: "write" }, leaving.signal);
    const reader = (await importWorks.upload(request, context)).body?.getReader();
    await reader?.read();
    leaving.abort();
    await reader?.cancel().catch(() => undefined);
    // The user's next import waits for the end of this one.
    expect(await send("check", file(["A", "A", "Classic"]))).toMatchObject({ total: 0 });
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
               WHERE datname = current_database() AND state = 'active' AND query ILIKE '%insert into "work"%'
                 AND pid <> pg_backend_pid()`,
            )
          ).rowCount,
        { timeout: 20_000, interval: 5 },
      )
      .toBeGreaterThan(0);
    expect(await importing).toBe("failed");
    expect(await stored()).toEqual([]);
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
    const request = importRequest(body, { ...options, mode: "write" });
    expect(await rejectionOf(importWorks.upload(request, contextFor(database, caller)))).toMatchObject({
      status,
    });
    expect(watched.isRead).toBe(false);
  });

  test.each(["check", "write"] as const)(
    "a %s that adds related records is denied to a user without that permission, before the file is read",
    async (mode) => {
      const access = createAccess({ book: { read: ["user"], create: ["user"] }, genre: { read: ["user"] } })(
        [],
      );
      const cataloguer = { ...contextFor(database, await createCaller(database, "user")), access };
      const { body, watched } = watchedBody();
      const request = importRequest(body, { ...options, mode, adds: "true" });
      expect(await rejectionOf(importWorks.upload(request, cataloguer))).toEqual({
        code: "FORBIDDEN",
        status: 403,
      });
      expect(watched.isRead).toBe(false);

      const content = file(["Emma", "Austen", "Classic"], ["Dune", "Herbert", "Noir"]);
      const allowed = await importWorks.upload(importRequest(content, { ...options, mode }), cataloguer);
      expect(await importResult(allowed)).toMatchObject({
        isWritten: false,
        counts: { unknown: 1 },
        missing: [{ canAdd: false }],
      });
      expect(await database.sql.$count(kinds)).toBe(2);
    },
  );

  test.each([
    [{ mode: "burn" }],
    [{ columns: "title:-1,author:1,kind:2" }],
    [{ columns: "title:1,author:1,kind:2" }],
    [{ columns: "title:0,author:1" }],
    [{ columns: "title:0,author:1,kind:2,id:3" }],
    [{ columns: "title:0,author:1,kind:2,__proto__:3" }],
    [{ columns: "" }],
    [{ delimiter: "|" }],
    [{ delimiter: "é" }],
    [{ delimiter: "" }],
    [{ delimiter: "^^" }],
    [{ encoding: "latin1" }],
    [{ firstRow: "0" }],
    [{ firstRow: "1.5" }],
    [{ firstRow: "1e9" }],
    [{ hasHeader: "maybe" }],
  ])("a query with %j is rejected before the file is read", async (change) => {
    const { body, watched } = watchedBody();
    const request = importRequest(body, { ...options, mode: "check", ...change });
    expect(await rejectionOf(importWorks.upload(request, context))).toEqual({
      code: "BAD_REQUEST",
      status: 400,
    });
    expect(watched.isRead).toBe(false);
  });

  test("a file is checked while others are still arriving", async () => {
    const arriving = Array.from({ length: 4 }, () => {
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
      const request = importRequest(readable, { ...options, mode: "check" });
      return { response: importWorks.upload(request, context), writer: writable.getWriter() };
    });
    expect(await send("check", file(["Emma", "Austen", "Classic"]))).toMatchObject({ rows: 1, total: 0 });
    for (const { writer } of arriving) await writer.close();
    for (const { response } of arriving)
      expect(await importResult(await response)).toMatchObject({ rows: 0 });
  });

  test("uploads are rate limited", async () => {
    const userContext = contextFor(database, await createCaller(database, "admin"));
    const preview = () => importWorks.upload(importRequest("a,b", { mode: "columns" }), userContext);
    for (let count = 0; count < 120; count += 1) await preview();
    expect(await rejectionOf(preview())).toEqual({ code: "TOO_MANY_REQUESTS", status: 429 });
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
    const importing = importWorks.upload(importRequest(body, { ...options, mode: "check" }), context);
    expect(await rejectionOf(importing)).toEqual({ code: "FILE_TOO_LARGE", status: 413 });
    expect(sent).toBeLessThan(55);
  });
});

describe("the columns of a file", () => {
  const previewOf = async (content: string) => {
    const request = importRequest(content, { mode: "columns" });
    return (await importWorks.upload(request, context)).json() as Promise<unknown>;
  };

  test.each([
    ["Author,Book title,Nr,Category\nA,B,1,C\n", "comma", { author: 0, title: 1, kind: 3 }],
    ["TITRE;Auteur;Genre;Éditeur\n", "semicolon", { title: 0, author: 1, kind: 2, price: 3 }], // optional: fr
    ["العنوان,المؤلف,التصنيف\n", "comma", { title: 0, author: 1, kind: 2 }], // optional: ar
    ["Mwandishi\tJina la kitabu\tAina\n", "tab", { author: 0, title: 1, kind: 2 }], // optional: sw
    ["Emma,Austen,Classic\n", "comma", {}],
  ])("%j", async (content, delimiter, columns) => {
    expect(await previewOf(content)).toMatchObject({ delimiter, columns });
  });
});

describe("unique fields with empty values", () => {
  const importUniqueWorks = (areEmptyEqual: boolean) =>
    csvImport({
      permission: { book: ["create"] },
      subjectType: "work",
      fields: {
        title: {
          name: "books:fields.title",
          schema: typedText(200, "common:errors.required"),
          required: true,
        },
        edition: {
          name: "books:fields.created",
          schema: typedText(200, "common:errors.required").optional(),
        },
      },
      columns: { title: works.title, edition: works.edition },
      unique: { fields: ["title", "edition"], problem: "books:errors.titleUsed", areEmptyEqual },
      example: [],
    });

  test.each([
    [
      true,
      [
        [2, "exists"],
        [3, "repeated"],
        [3, "exists"],
      ],
    ],
    [false, []],
  ])("are compared as the index compares empty values (as equal: %s)", async (areEmptyEqual, expected) => {
    const [kind] = await database.sql.select().from(kinds).limit(1);
    await database.sql
      .insert(works)
      .values({ title: "Emma", author: "Jane Austen", kindId: kind?.id ?? "", isLent: false });
    const content = formatRow(["Title", "Added"]) + formatRow(["EMMA", ""]) + formatRow(["Emma", ""]);
    const request = importRequest(content, { ...importOptions(["title", "edition"]), mode: "check" });
    const result = await importResult(await importUniqueWorks(areEmptyEqual).upload(request, context));
    expect(result.problems.map(({ row, kind: problem }) => [row, problem])).toEqual(expected);
  });
});

test("the example can be imported, in every language", async () => {
  for (const { key: language } of languages) {
    const response = await importWorks.example(new Request("http://localhost"), { ...context, language });
    const content = await response.text();
    const start = importRequest(content, { mode: "columns" });
    const preview = (await (await importWorks.upload(start, await newContext())).json()) as FilePreview;
    expect(await send("check", content, previewedOptions(preview))).toMatchObject({ rows: 1, total: 0 });
  }
});

test("20,000 rows are imported, and the end of each step is reported", async () => {
  const request = importRequest(file(...manyRows(20_000)), { ...options, mode: "write" });
  const messages = await importMessages(await importWorks.upload(request, context));
  const ended = messages.flatMap((message) =>
    "progress" in message && message.progress.done === 1 ? [message.progress] : [],
  );
  expect(ended.map(({ step, rows }) => [step, rows])).toContainEqual(["writing", 20_000]);
  expect(new Set(ended.map(({ step }) => step))).toEqual(new Set(["reading", "comparing", "writing"]));
  expect(messages.at(-1)).toMatchObject({ result: { rows: 20_000, isWritten: true } });
  expect(await database.sql.$count(works)).toBe(20_000);
});
