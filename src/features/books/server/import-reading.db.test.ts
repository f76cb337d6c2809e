import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { genres } from "#features/genres/table.ts";
import type { Encoding } from "#resource/csv/encodings.ts";
import { formatRow } from "#resource/csv/format.ts";
import {
  filePreviewSchema,
  importLimits,
  previewLimits,
  type FilePreview,
} from "#resource/csv/import-schema.ts";
import type { OperationContext } from "#rpc/context.ts";
import { contextFor, createCaller } from "../../../../testing/context.ts";
import {
  importOptions,
  importRequest,
  importResult,
  previewedOptions,
} from "../../../../testing/csv-import.ts";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import { books } from "../table.ts";
import { importBooks } from "./import-books.ts";

// How files are decoded and split into rows.

let database: TestDatabase;
let context: OperationContext;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.sql.insert(genres).values(["Classic", "Poésie"].map((name) => ({ name, hue: 90 })));
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.sql.delete(books);
  context = contextFor(database, await createCaller(database, "admin"));
});

const fieldNames = ["title", "author", "genre"];
const header = formatRow(["Title", "Author", "Genre"]);

async function send(mode: "check" | "write", body: string | Buffer, query: Record<string, string> = {}) {
  const request = importRequest(body, { ...importOptions(fieldNames), ...query, mode });
  return await importResult(await importBooks.upload(request, context));
}

async function preview(body: string | Buffer, query: Record<string, string> = {}): Promise<FilePreview> {
  const request = importRequest(body, { ...query, mode: "columns" });
  return filePreviewSchema.parse(await (await importBooks.upload(request, context)).json());
}

const stored = async () =>
  (await database.sql.select({ title: books.title }).from(books).orderBy(books.title)).map(
    ({ title }) => title,
  );

const problemsOf = ({ problems }: Awaited<ReturnType<typeof send>>) =>
  problems.map(({ row, kind, field, text }) => [row, kind, field, text]);

function encodeAs(encoding: Encoding, content: string): Buffer {
  if (encoding === "utf-16le") return Buffer.from(content, "utf16le");
  if (encoding === "utf-16be") return Buffer.from(content, "utf16le").swap16();
  if (encoding === "utf-8") return Buffer.from(content);
  return Buffer.from(content.replaceAll("’", "\x92").replaceAll("Œ", "\x8c"), "latin1");
}

describe("bytes that don't fit the encoding are reported with their row, and nothing is written", () => {
  const text = "resourceImport:problems.unreadable";

  test("after what a preview reads, with the preview's encoding and without", async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `Été ${index},Zoë Œuvre,Poésie\n`);
    const damaged = Buffer.from("Caf\xe9,A,Classic\n", "latin1");
    const bytes = Buffer.concat([Buffer.from(header + rows.join("")), damaged]);
    const previewed = await preview(bytes.subarray(0, previewLimits.bytes), { encoding: "utf-8" });
    for (const query of [previewedOptions(previewed), {}]) {
      const result = await send("write", bytes, query);
      expect(problemsOf(result)).toEqual([[2_002, "invalid", "title", text]]);
      expect(result).toMatchObject({ rows: 2_001, isWritten: false, problems: [{ value: "Caf\ufffd" }] });
    }
    expect(await stored()).toEqual([]);
  });

  test("in the header, above it, and in a column that isn't imported", async () => {
    const lines = ["Report \xe9", "Title,Author,Genre,N\xe9", "A,B,Classic,", "C,D,Classic,\xe9"];
    const bytes = Buffer.from(lines.join("\n"), "latin1");
    const result = await send("write", bytes, { firstRow: "2", encoding: "utf-8" });
    expect(problemsOf(result)).toEqual([1, 2, 4].map((row) => [row, "invalid", null, text]));
    const query = { firstRow: "2", encoding: "windows-1252" };
    expect(await send("write", bytes, query)).toMatchObject({ isWritten: true });
  });

  test("of the encoding that was chosen, whatever the file's is", async () => {
    const bytes = Buffer.from(`${header}Á,B,Classic\n`);
    const result = await send("check", bytes, { encoding: "windows-1252" });
    expect(problemsOf(result)).toEqual([[2, "invalid", "title", text]]);
    expect(await send("check", bytes)).toMatchObject({ total: 0 });
  });

  test("a preview whose end is within a character has none", async () => {
    const { rows } = await preview(Buffer.from(`${header}é`).subarray(0, -1), { encoding: "utf-8" });
    expect(rows).toEqual([["Title", "Author", "Genre"]]);
  });
});

describe("a file is imported as its preview shows it", () => {
  const table = [
    ["Title", "Author", "Genre"],
    ["Garçon d’été", "Zoë Ñandú", "Poésie"],
    ["Œuvre", "Éluard", "Classic"],
  ];
  const write = (delimiter: string, more = "") =>
    table.map((cells) => `${cells.join(delimiter)}${more}\r\n`).join("");

  test.each([
    [`sep=;\r\n${write(";")}`, "semicolon", 1],
    [`"sep=|"\r\n\r\n${write("|")}`, "pipe", 2],
    // Each line could also be split at its comma.
    [`sep=^\r\n${write("^", "^x, y")}`, "^", 1],
    [write("|"), "pipe", 1],
    [`Report of 2026, draft\r\n\r\n${write(";")}`, "semicolon", 3],
    [`"Report\nof 2026";;\r\nBy:;Ada;\r\n;;\r\n\r\n${write(";")}`, "semicolon", 5],
    [`sep=\t\r\nReport\r\n${write("\t")}`, "tab", 2],
  ])("%j", async (content, delimiter, firstRow) => {
    for (const encoding of ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const) {
      const bytes = encodeAs(encoding, content);
      const previewed = await preview(bytes, { encoding });
      expect(previewed).toMatchObject({ encoding, delimiter, firstRow });
      const titles = previewed.rows.slice(1).map(([title]) => title);
      expect(titles).toEqual(["Garçon d’été", "Œuvre"]);
      const result = await send("write", bytes, previewedOptions(previewed));
      expect(result).toMatchObject({ isWritten: true, rows: 2 });
      expect(await stored()).toEqual(titles);
      await database.sql.delete(books);
    }
  });

  test("a byte order mark is no part of the line that names the separator", async () => {
    expect(await preview(`\ufeffsep=|\n${write("|")}`)).toMatchObject({ delimiter: "pipe", firstRow: 1 });
  });

  test("rows above the table aren't counted, and problems have the numbers that spreadsheets show", async () => {
    const content = `sep=;\nReport\n\n${write(";")};X;Classic\n`;
    const query = { delimiter: "semicolon", firstRow: "3" };
    const result = await send("check", content, query);
    expect(result).toMatchObject({ rows: 3, total: 1, problems: [{ row: 6, kind: "blank" }] });
    const withoutHeader = await send("check", content, { ...query, firstRow: "4", hasHeader: "false" });
    expect(withoutHeader).toMatchObject({ rows: 3, total: 1, problems: [{ row: 6 }] });
    const full = `${"Note\n".repeat(5)}${header}${"\n".repeat(importLimits.rows)}`;
    expect(problemsOf(await send("check", full, { firstRow: "6" }))).toEqual([
      [1, "file", null, "resourceImport:problems.empty"],
    ]);
    const [tooMany] = (await send("check", `${full}\n`, { firstRow: "6" })).problems;
    expect(tooMany).toMatchObject({ row: importLimits.rows + 7, kind: "file" });
  });

  test("another row can be chosen as the first, and the columns are found in it", async () => {
    const body = `Report\n\nA,B,C\n${formatRow(["Author", "Title", "Genre"])}x,y,Classic\n`;
    expect(await preview(body)).toMatchObject({ firstRow: 4, columns: { author: 0, title: 1, genre: 2 } });
    const third = await preview(body, { firstRow: "3" });
    expect(third).toMatchObject({ firstRow: 3, columns: {}, rows: [["A", "B", "C"], {}, {}] });
    expect(third.starts).toEqual([
      { row: 1, text: "Report" },
      { row: 3, text: "A, B, C" },
      { row: 4, text: "Author, Title, Genre" },
      { row: 5, text: "x, y, Classic" },
    ]);
  });
});
