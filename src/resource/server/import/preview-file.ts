import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import { normalizeText } from "#lib/characters.ts";
import {
  previewLimits,
  type FilePreview,
  type ImportFields,
  type PreviewOptions,
} from "../../csv/import-schema.ts";
import { decodeText, type CsvFile } from "../csv/csv-file.ts";
import { readDelimiterLine, readFirstRows } from "../csv/read-rows.ts";
import { detectDelimiter, findStart } from "./detect-table.ts";

/** The first rows of a file's table. What wasn't chosen is detected, columns by their names in any language. */
export async function previewFile(
  file: CsvFile,
  fields: ImportFields,
  chosen: Pick<PreviewOptions, "delimiter" | "firstRow">,
): Promise<FilePreview> {
  // The last character may be cut.
  const text = [...decodeText(file)].join("").replace(/\p{Cs}$/u, "");
  const fieldsByName = await namesOfFields(fields);
  const countNames = (cells: string[]) => Object.keys(columnsOf(cells, fieldsByName)).length;
  const delimiter = chosen.delimiter ?? readDelimiterLine(text) ?? detectDelimiter(text, countNames);
  const allRows = readFirstRows(text, delimiter);
  const firstRow = chosen.firstRow ?? findStart(allRows, countNames)?.number ?? 1;
  const rows = allRows.filter(({ number }) => number >= firstRow).map(({ cells }) => cells);
  const columns = columnsOf(rows[0] ?? [], fieldsByName);
  return {
    delimiter,
    encoding: file.encoding,
    firstRow,
    // A header may have unknown names only; a single row without a known name is a record.
    hasHeader: Object.keys(columns).length > 0 || rows.length !== 1,
    starts: allRows.slice(0, previewLimits.starts).map(({ number, cells }) => ({
      row: number,
      text: shorten(
        cells
          .map((cell) => cell.trim())
          .filter(Boolean)
          .join(", "),
      ),
    })),
    rows: rows
      .slice(0, previewLimits.rows)
      .map((cells) => cells.slice(0, previewLimits.columns).map(shorten)),
    columns,
  };
}

/** By the names that exports use in any language, and other common ones. */
async function namesOfFields(fields: ImportFields): Promise<Map<string, string>> {
  const instances = await Promise.all(languages.map(({ key }) => serverI18n(key)));
  const fieldsByName = new Map<string, string>();
  for (const { t } of instances) {
    for (const [field, { name, otherNames }] of Object.entries(fields)) {
      const names = [t(name), ...(otherNames ? t(otherNames).split("|") : [])];
      for (const each of names) fieldsByName.set(normalizeName(each), field);
    }
  }
  return fieldsByName;
}

/** The fields' columns. */
function columnsOf(header: string[], fieldsByName: Map<string, string>): FilePreview["columns"] {
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
  const { cell: limit } = previewLimits;
  return cell.length > limit ? `${cell.slice(0, limit).toWellFormed()}…` : cell.toWellFormed();
}
