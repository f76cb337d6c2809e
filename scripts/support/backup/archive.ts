import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { pipeline as write } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { UserError } from "../../bootstrap/errors.mjs";
import { decrypt, encrypt, headerBytes, isEncrypted } from "./encryption.ts";

/**
 * An archive has these entries, in this order, as lines of JSON, compressed with gzip and then encrypted. After a "table"
 * come its rows: arrays of its columns' values as PostgreSQL's text, or null.
 */
export type Entry =
  | { kind: "start"; format: number; createdAt: string; migrations: AppliedMigration[] }
  | { kind: "secret"; secret: string }
  | { kind: "table"; name: string; columns: string[]; content: TableContent }
  | { kind: "sequence"; name: string; lastValue: string; isCalled: boolean }
  // optional: images
  /** The files of an image. `content` is in base64. */
  | { kind: "files"; files: { name: string; sha256: string; content: string }[] }
  // end: images
  /** Without it, the archive is incomplete. */
  | { kind: "end" };

/** Increased when an older release can't restore new archives. */
export const format = 1;

export type AppliedMigration = { name: string; hash: string };

/** How many rows a table has, and a checksum of them in any order; both as text, because they may exceed 2⁵³. */
export type TableContent = { rows: string; checksum: string };

/** A row as a line of JSON, which begins with "[". */
export type Row = string;

/**
 * Writes an archive that only this account can read.
 * @param path must not exist
 * @param passphrase if undefined, it is not encrypted
 */
export async function writeArchive(
  path: string,
  entries: AsyncIterable<Entry | Row>,
  passphrase?: string,
): Promise<void> {
  await write(
    linesOf(entries),
    createGzip(),
    (bytes: AsyncIterable<Buffer>) => (passphrase === undefined ? bytes : encrypt(bytes, passphrase)),
    createWriteStream(path, { flags: "wx", mode: 0o600, flush: true }),
  );
}

/**
 * Reads an archive. Without encryption, a damage may be noticed only at its end.
 * @throws UserError if it is no archive, is damaged, or was encrypted with another passphrase
 */
export async function* readArchive(path: string, passphrase?: string): AsyncGenerator<Entry | Row> {
  const header = await readHeader(path);
  const isSecret = isEncrypted(header);
  if (isSecret && passphrase === undefined)
    throw new UserError(
      `${path} is encrypted: set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
    );
  if (!isSecret && header.readUInt16BE() !== 0x1f8b) throw new UserError(`${path} is not a backup.`);
  const bytes = pipeline(
    createReadStream(path, { start: isSecret ? headerBytes : 0 }),
    (source: AsyncIterable<Buffer>) =>
      isSecret ? decrypt(source, { passphrase: passphrase ?? "", header }) : source,
    createGunzip(),
    () => undefined, // The reader below gets the error.
  );
  try {
    for await (const line of splitLines(bytes))
      yield line.startsWith("[") ? line : (JSON.parse(line) as Entry);
  } catch (error) {
    if (isOfDamage(error))
      throw new UserError(`${path} is damaged: use another copy of it.`, { cause: error });
    throw error;
  }
}

async function* linesOf(entries: AsyncIterable<Entry | Row>): AsyncGenerator<string> {
  for await (const entry of entries) yield `${typeof entry === "string" ? entry : JSON.stringify(entry)}\n`;
}

/** Unlike node:readline, splits at "\n" only, and passes errors on. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const [end = "", ...begun] = decoder.decode(chunk, { stream: true }).split("\n");
    rest += end;
    for (const line of begun) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== "") throw new SyntaxError("The last line is incomplete");
}

/** The first bytes of a file, at least 2. */
async function readHeader(path: string): Promise<Buffer> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") throw new UserError(`There is no file ${path}.`);
    throw error;
  });
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
    return buffer.subarray(0, Math.max(bytesRead, 2));
  } finally {
    await file.close();
  }
}

function isOfDamage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || code?.startsWith("Z_") === true;
}
