import { guessEncoding, type EncodingGuess } from "../../csv/guess-encoding.ts";
import { previewLimits, type FilePreview } from "../../csv/import-schema.ts";
import { requestPreview } from "./import-requests.ts";

/** The chosen file and how it is read. */
export type ImportFile = FilePreview & {
  file: File;
  /** From the whole file, of which a preview has the beginning. */
  guess: EncodingGuess;
  /** What the user has chosen instead of what was detected. */
  chosen: Partial<TextOptions>;
};

/** How the user can change the reading of a file's text. */
export type TextOptions = Pick<FilePreview, "encoding" | "delimiter" | "firstRow">;

/** How the user can change the meaning of its rows and columns. */
export type ReadOptions = Pick<FilePreview, "columns" | "hasHeader">;

type PreviewContext = {
  /** The file that was selected before, or the same one. */
  previous: ImportFile | undefined;
  change: Partial<TextOptions>;
  /** The path of the import. */
  url: string;
  signal: AbortSignal;
};

/** Previews a file. What the user has chosen for the previous one is kept if both have the same columns. */
export async function previewSelected(file: File, context: PreviewContext): Promise<ImportFile> {
  const { previous, change } = context;
  if (file === previous?.file)
    return await preview(file, previous.guess, { ...previous.chosen, ...change }, context);
  const guess = guessEncoding(await readBytes(file));
  const { encoding, ...others } = previous?.chosen ?? {};
  const kept = encoding && guess.encoding === previous?.guess.encoding ? { ...others, encoding } : others;
  const selected = await preview(file, guess, kept, context);
  if (Object.keys(kept).length === 0 || hasSameColumns(selected, previous)) return selected;
  return await preview(file, guess, {}, context);
}

/** Whether the columns of a file are those of the previous one: the first row is the same, or another of the same table. */
export function hasSameColumns(
  { file, delimiter, rows, columns }: ImportFile,
  previous: ImportFile | undefined,
): previous is ImportFile {
  if (!previous) return false;
  const isSameTable = file === previous.file && delimiter === previous.delimiter;
  return String(rows[0]) === String(previous.rows[0]) || (isSameTable && Object.keys(columns).length === 0);
}

async function preview(
  file: File,
  guess: EncodingGuess,
  chosen: Partial<TextOptions>,
  { url, signal }: PreviewContext,
): Promise<ImportFile> {
  const { encoding = guess.encoding, delimiter, firstRow } = chosen;
  const query = {
    mode: "columns",
    encoding,
    ...(delimiter !== undefined && { delimiter }),
    ...(firstRow !== undefined && { firstRow: String(firstRow) }),
  };
  const start = new Blob([await readBytes(file.slice(0, previewLimits.bytes))]);
  return { ...(await requestPreview(start, { url, query, signal })), file, guess, chosen };
}

/** The file was changed or removed after it had been chosen. */
export class UnreadableFileError extends Error {}

/** @throws UnreadableFileError */
export async function readBytes(blob: Blob): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (error) {
    throw new UnreadableFileError("The file can't be read", { cause: error });
  }
}
