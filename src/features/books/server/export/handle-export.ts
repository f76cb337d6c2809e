import { Readable } from "node:stream";
import { serverI18n } from "#i18n/i18n.ts";
import type { OperationContext } from "#rpc/context.ts";
import { invalidInput } from "#rpc/invalid-input.server.ts";
import { requirePermission } from "#rpc/enforce-permission.server.ts";
import { byteOrderMark, delimiterFor, formatRow } from "../../csv/format.ts";
import { bookListQuerySchema, type Book } from "../../schema.ts";
import { streamBooks } from "../list/stream-books.ts";

/** The columns of an export. The first four are those of an import. */
const exportColumns = [
  { name: "title", valueOf: (book: Book) => book.title },
  { name: "author", valueOf: (book: Book) => book.author },
  { name: "genre", valueOf: (book: Book) => book.genre.name },
  { name: "publisher", valueOf: (book: Book) => book.publisher ?? "" },
  { name: "created", valueOf: (book: Book) => book.createdAt.toISOString() },
  { name: "updated", valueOf: (book: Book) => book.updatedAt.toISOString() },
] as const;

/**
 * Handles GET /api/books.csv: streams all books of a list as CSV, as fast as the client reads. An error before the first
 * batch is an error response; a later one aborts the response, so that an incomplete file is recognized.
 * @throws ORPCError if the request is rejected
 */
export async function handleExport(request: Request, context: OperationContext): Promise<Response> {
  requirePermission(context, { apps: ["manager"], book: ["read"] });
  const parameters = Object.fromEntries(new URL(request.url).searchParams);
  const { data: query, error } = bookListQuerySchema.safeParse(parameters);
  if (!query) throw invalidInput(error.issues, parameters);
  const batches = streamBooks(context.database.sql, query);
  const firstBatch = await batches.next();

  const { t } = await serverI18n(context.language);
  const delimiter = delimiterFor(context.language);
  const columnNames = exportColumns.map(({ name }) => t(`books:fields.${name}`));
  async function* chunks() {
    yield Buffer.from(byteOrderMark + formatRow(columnNames, delimiter));
    for (let batch = firstBatch; !batch.done; batch = await batches.next()) {
      const rows = batch.value.map((book) => exportColumns.map(({ valueOf }) => valueOf(book)));
      yield Buffer.from(rows.map((row) => formatRow(row, delimiter)).join(""));
    }
  }
  return new Response(Readable.toWeb(Readable.from(chunks(), { objectMode: false })) as ReadableStream, {
    headers: fileHeaders("books", t("books:title")),
  });
}

/** Handles GET /api/books/example.csv: a small file to import, in the user's language. */
export async function handleExampleFile(context: OperationContext): Promise<Response> {
  requirePermission(context, { book: ["create"] });
  const { t } = await serverI18n(context.language);
  const rows = [
    exportColumns.slice(0, 4).map(({ name }) => t(`books:fields.${name}`)),
    ["Pride and Prejudice", "Jane Austen", "Romance", "T. Egerton"],
    ["موسم الهجرة إلى الشمال", "الطيب صالح", "Literary fiction", ""],
  ];
  const text = rows.map((row) => formatRow(row, delimiterFor(context.language))).join("");
  return new Response(byteOrderMark + text, { headers: fileHeaders("example", t("booksImport:example")) });
}

/** @param asciiName for clients that don't know RFC 6266's `filename*` */
function fileHeaders(asciiName: string, name: string): Record<string, string> {
  const date = new Date().toISOString().slice(0, 10);
  const encodedName = encodeURIComponent(`${name} ${date}.csv`).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  );
  return {
    "content-type": "text/csv; charset=utf-8",
    "content-disposition": `attachment; filename="${asciiName}-${date}.csv"; filename*=UTF-8''${encodedName}`,
    "cache-control": "no-store",
  };
}
