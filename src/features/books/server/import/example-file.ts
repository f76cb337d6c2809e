import { serverI18n } from "#i18n/i18n.ts";
import { byteOrderMark, delimiterFor, formatRow } from "#resource/csv/format.ts";
import { csvHeaders } from "#resource/server/csv/csv-headers.ts";
import type { OperationContext } from "#rpc/context.ts";
import { requirePermission } from "#rpc/enforce-permission.server.ts";
import { importFields } from "../../import/import-schema.ts";

/** Handles GET /api/books/example.csv: a small file to import, in the user's language. */
export async function handleExampleFile(context: OperationContext): Promise<Response> {
  requirePermission(context, { book: ["create"] });
  const { language } = context;
  const { t } = await serverI18n(language);
  const rows = [
    importFields.map((name) => t(`books:fields.${name}`)),
    ["Pride and Prejudice", "Jane Austen", "Romance", "T. Egerton"],
    ["موسم الهجرة إلى الشمال", "الطيب صالح", "Literary fiction", ""],
  ];
  const text = rows.map((row) => formatRow(row, delimiterFor(language))).join("");
  return new Response(byteOrderMark + text, { headers: await csvHeaders("booksImport:example", language) });
}
