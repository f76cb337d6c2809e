import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import { normalizeText } from "#lib/characters.ts";
import type { Delimiter } from "../../csv/format.ts";
import { previewLimits, type FilePreview, type ImportFields } from "../../csv/import-schema.ts";
import { decodeText, type CsvFile } from "../csv/csv-file.ts";
import { detectDelimiter, readFirstRows } from "../csv/read-rows.ts";

/** The first rows of a file, its delimiter unless chosen, and its columns, detected by their names in any language. */
export async function previewFile(
  file: CsvFile,
  fields: ImportFields,
  chosen?: Delimiter,
): Promise<FilePreview> {
  const text = [...decodeText(file)].join("");
  const delimiter = chosen ?? detectDelimiter(text);
  const rows = readFirstRows(text, delimiter, previewLimits.rows);
  const columns = await detectColumns(rows[0] ?? [], fields);
  return {
    delimiter,
    encoding: file.encoding,
    // A header may have unknown names only; a single row without a known name is a record.
    hasHeader: Object.keys(columns).length > 0 || rows.length !== 1,
    rows: rows.map((row) => row.slice(0, previewLimits.columns).map(shorten)),
    columns,
  };
}

/** The fields' columns, by the names that exports use in any language, and other common ones. */
async function detectColumns(header: string[], fields: ImportFields): Promise<FilePreview["columns"]> {
  const instances = await Promise.all(languages.map(({ key }) => serverI18n(key)));
  const fieldsByName = new Map<string, string>();
  for (const { t } of instances) {
    for (const [field, { name, otherNames }] of Object.entries(fields)) {
      const names = [t(name), ...(otherNames ? t(otherNames).split("|") : [])];
      for (const each of names) fieldsByName.set(normalizeName(each), field);
    }
  }
  const columns: FilePreview["columns"] = {};
  for (const [index, name] of header.slice(0, previewLimits.columns).entries()) {
    const field = fieldsByName.get(normalizeName(name));
    if (field !== undefined) columns[field] ??= index;
  }
  return columns;
}

/** A name without case, accents and symbols. */
function normalizeName(name: string): string {
  return normalizeText(name, "NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function shorten(cell: string): string {
  return cell.length > previewLimits.cell ? `${cell.slice(0, previewLimits.cell).toWellFormed()}…` : cell;
}
