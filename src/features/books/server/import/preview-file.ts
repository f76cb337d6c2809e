import { serverI18n } from "#i18n/i18n.ts";
import { languages } from "#i18n/languages.ts";
import { decodeText, type CsvFile } from "../csv/csv-file.ts";
import type { Delimiter } from "#features/books/csv/delimiters.ts";
import { detectDelimiter, readFirstRows } from "../csv/detect-delimiter.ts";
import {
  previewLimits,
  type FilePreview,
  importFields,
  type ImportField,
} from "#features/books/import/import-schema.ts";

/**
 * What the previewLimits of a file tells of its columns. They are known by their names in any of the languages.
 * @param chosen what stands between the cells, where somebody knows it
 */
export async function previewFile(file: CsvFile, chosen?: Delimiter): Promise<FilePreview> {
  const text = [...decodeText(file)].join("");
  const delimiter = chosen ?? (await detectDelimiter(text));
  const rows = await readFirstRows(text, delimiter, previewLimits.rows);
  const [names = []] = rows;
  const columns = await guessColumns(names);
  const shown = rows.map((row) => row.slice(0, previewLimits.columns).map(shorten));
  // Who has named one column has named all of them; and a file whose names nobody knows has names all the same.
  const hasHeader = Object.keys(columns).length > 0 || rows.length !== 1;
  return { delimiter, encoding: file.encoding, hasHeader, rows: shown, columns };
}

async function guessColumns(names: string[]): Promise<FilePreview["columns"]> {
  const known = await knownNames();
  const guessed: FilePreview["columns"] = {};
  for (const [place, name] of names.slice(0, previewLimits.columns).entries()) {
    const field = known.get(plain(name));
    if (field && guessed[field] === undefined) guessed[field] = place;
  }
  return guessed;
}

let known: Promise<Map<string, ImportField>> | undefined;

/** What columns are called, in all languages: the names that exports give them, and others that people do. */
function knownNames(): Promise<Map<string, ImportField>> {
  known ??= Promise.all(languages.map(({ key }) => serverI18n(key))).then(
    (instances) =>
      new Map(
        instances.flatMap(({ t }) =>
          importFields.flatMap((field) =>
            [t(`books:fields.${field}`), ...t(`booksImport:names.${field}`).split("|")].map(
              (name) => [plain(name), field] as const,
            ),
          ),
        ),
      ),
  );
  return known;
}

/** A name without case, accents and signs. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function shorten(cell: string): string {
  return cell.length > previewLimits.cell ? `${cell.slice(0, previewLimits.cell).toWellFormed()}…` : cell;
}
