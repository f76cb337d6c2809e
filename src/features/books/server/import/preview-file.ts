import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import type { Delimiter } from "#resource/csv/format.ts";
import {
  importFields,
  previewLimits,
  type FilePreview,
  type ImportField,
} from "../../import/import-schema.ts";
import { decodeText, type CsvFile } from "#resource/server/csv/csv-file.ts";
import { detectDelimiter, readFirstRows } from "#resource/server/csv/read-rows.ts";

/** The first rows of a file, its delimiter unless chosen, and its columns, detected by their names in any language. */
export async function previewFile(file: CsvFile, chosen?: Delimiter): Promise<FilePreview> {
  const text = [...decodeText(file)].join("");
  const delimiter = chosen ?? (await detectDelimiter(text));
  const rows = await readFirstRows(text, delimiter, previewLimits.rows);
  const [header = []] = rows;
  const columns = await detectColumns(header);
  return {
    delimiter,
    encoding: file.encoding,
    // A header may have unknown names only; a single row without a known name is a book.
    hasHeader: Object.keys(columns).length > 0 || rows.length !== 1,
    rows: rows.map((row) => row.slice(0, previewLimits.columns).map(shorten)),
    columns,
  };
}

async function detectColumns(header: string[]): Promise<FilePreview["columns"]> {
  const fields = await fieldsByName();
  const columns: FilePreview["columns"] = {};
  for (const [index, name] of header.slice(0, previewLimits.columns).entries()) {
    const field = fields.get(normalizeName(name));
    if (field && columns[field] === undefined) columns[field] = index;
  }
  return columns;
}

let cachedFields: Promise<Map<string, ImportField>> | undefined;

/** The fields by their names in all languages: those that exports use, and other common ones. */
function fieldsByName(): Promise<Map<string, ImportField>> {
  cachedFields ??= Promise.all(languages.map(({ key }) => serverI18n(key))).then(
    (instances) =>
      new Map(
        instances.flatMap(({ t }) =>
          importFields.flatMap((field) =>
            [t(`books:fields.${field}`), ...t(`booksImport:names.${field}`).split("|")].map(
              (name) => [normalizeName(name), field] as const,
            ),
          ),
        ),
      ),
  );
  return cachedFields;
}

/** A name without case, accents and symbols. */
function normalizeName(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function shorten(cell: string): string {
  return cell.length > previewLimits.cell ? `${cell.slice(0, previewLimits.cell).toWellFormed()}…` : cell;
}
