import { Readable } from "node:stream";
import { ORPCError } from "@orpc/server";
import { serverI18n } from "#i18n/i18n.ts";
import type { Language } from "#i18n/languages.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requirePermission } from "#rpc/permission.ts";
import { delimiterFor, type Delimiter } from "#features/books/csv/delimiters.ts";
import { byteOrderMark, formatRow } from "#features/books/csv/format-row.ts";
import { streamBooks } from "../list/stream-books.ts";
import { bookListQuerySchema, type Book } from "#features/books/schema.ts";
import { exportColumns } from "./export-columns.ts";

/**
 * Answers with all books of a list as CSV. It is read from the database as fast as the client takes it, and no further
 * where the client leaves. What fails before the first row is told; what fails later breaks the answer off, so that
 * nobody takes a part for the whole.
 * @throws ORPCError for what is refused
 */
export async function handleExport(request: Request, context: OperationContext): Promise<Response> {
  // Whoever may only look at books in App gets no copy of them all.
  requirePermission(context, { apps: ["manager"], book: ["read"] });
  const { data: list } = bookListQuerySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!list) throw new ORPCError("BAD_REQUEST", { message: "There is no such list of books." });
  const parts = streamBooks(context.database.sql, list);
  const first = await parts.next();

  const names = await columnNames(context.language);
  const delimiter = delimiterFor(context.language);
  async function* pieces() {
    yield Buffer.from(byteOrderMark + formatRow(names, delimiter));
    for (let part = first; !part.done; part = await parts.next()) {
      yield Buffer.from(rowsOf(part.value, delimiter));
    }
  }
  const t = await textsIn(context.language);
  return new Response(Readable.toWeb(Readable.from(pieces(), { objectMode: false })) as ReadableStream, {
    headers: fileHeaders("books", t("books:title")),
  });
}

/** A small file that imports take, in the person's language. */
export async function handleExampleFile(context: OperationContext): Promise<Response> {
  requirePermission(context, { book: ["create"] });
  const t = await textsIn(context.language);
  const names = await columnNames(context.language);
  const rows = [
    ["Pride and Prejudice", "Jane Austen", "Romance", "T. Egerton"],
    ["موسم الهجرة إلى الشمال", "الطيب صالح", "Literary fiction", ""],
  ];
  const text = [names.slice(0, 4), ...rows]
    .map((row) => formatRow(row, delimiterFor(context.language)))
    .join("");
  return new Response(byteOrderMark + text, { headers: fileHeaders("example", t("booksImport:example")) });
}

function rowsOf(books: Book[], delimiter: Delimiter): string {
  const cellsOf = (book: Book) => exportColumns.map(({ of }) => of(book));
  return books.map((book) => formatRow(cellsOf(book), delimiter)).join("");
}

async function columnNames(language: Language): Promise<string[]> {
  const t = await textsIn(language);
  return exportColumns.map(({ name }) => t(`books:fields.${name}`));
}

async function textsIn(language: Language) {
  return (await serverI18n(language)).t;
}

/** @param plainName a name for programs that know ASCII only */
function fileHeaders(plainName: string, name: string): Record<string, string> {
  const date = new Date().toISOString().slice(0, 10);
  const named = encodeURIComponent(`${name} ${date}.csv`).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  );
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${plainName}-${date}.csv"; filename*=UTF-8''${named}`,
    "cache-control": "no-store",
  };
}
