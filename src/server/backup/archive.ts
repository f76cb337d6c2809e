import { createReadStream, createWriteStream } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream";
import { pipeline as write } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { StartError } from "#server/start-error.ts";
import { decrypt, encrypt, headerBytes, isEncrypted } from "./encryption.ts";
import { type Entry, parseEntry, type Row } from "./entry.ts";

/** The longest line, in characters. Memory is bounded by it: a small file can have a line that takes gigabytes. */
export const maxLineLength = 64 * 1024 * 1024;

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
  ).catch((error: unknown) => {
    throw writeError(error, dirname(path)) ?? error;
  });
}

/** The error to show for one of the system's about a folder or the files in it; undefined for any other error. */
export function writeError(error: unknown, folder: string): StartError | undefined {
  const { code = "", path } = error as NodeJS.ErrnoException;
  const isOfDisk = ["ENOSPC", "EDQUOT", "EFBIG"].includes(code);
  if (!isOfDisk && path !== folder && (path === undefined || dirname(path) !== folder)) return undefined;
  const message = isOfDisk
    ? `The disk of ${folder} is full (${code}): free some space, or choose another folder.`
    : `The backup can't be written to ${folder} (${code}): choose another folder.`;
  return new StartError(message, { cause: error });
}

/**
 * Reads an archive. With a passphrase, all that it yields is authentic. Damage may be noticed only at the end.
 * @throws StartError if it is no archive, is damaged, or was encrypted with another passphrase, or if it should be encrypted and isn't
 */
export async function* readArchive(path: string, passphrase?: string): AsyncGenerator<Entry | Row> {
  const header = await readHeader(path);
  const isSecret = isEncrypted(header);
  if (isSecret && passphrase === undefined)
    throw new StartError(
      `${path} is encrypted: set BACKUP_PASSPHRASE to the passphrase that it was made with.`,
    );
  if (!isSecret && header.readUInt16BE() !== 0x1f8b) throw new StartError(`${path} is not a backup.`);
  if (!isSecret && passphrase !== undefined)
    throw new StartError(
      `${path} isn't encrypted, so anyone could have changed it: unset BACKUP_PASSPHRASE if you want to restore it anyway.`,
    );
  const bytes = pipeline(
    createReadStream(path, { start: isSecret ? headerBytes : 0 }),
    (source: AsyncIterable<Buffer>) =>
      isSecret ? decrypt(source, { passphrase: passphrase ?? "", header }) : source,
    createGunzip(),
    () => undefined, // The reader below gets the error.
  );
  try {
    for await (const line of splitLines(bytes)) {
      const entry = line.startsWith("[") ? line : parseEntry(line);
      if (typeof entry !== "string" && entry.kind === "secret" && !isSecret)
        throw new StartError(
          `${path} contains a secret, but isn't encrypted, so it wasn't made by this product: use another backup.`,
        );
      yield entry;
    }
  } catch (error) {
    if (isOfDamage(error))
      throw new StartError(`${path} is damaged: use another copy of it.`, { cause: error });
    throw error;
  }
}

async function* linesOf(entries: AsyncIterable<Entry | Row>): AsyncGenerator<string> {
  for await (const entry of entries) {
    const line = typeof entry === "string" ? entry : JSON.stringify(entry);
    if (line.length > maxLineLength)
      throw new StartError(
        "A row or a file takes more than 64 MiB, so a backup can't contain it: make it smaller.",
      );
    yield `${line}\n`;
  }
}

/** Unlike node:readline, splits at "\n" only, limits lines, and passes errors on. */
async function* splitLines(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const [end = "", ...begun] = decoder.decode(chunk, { stream: true }).split("\n");
    rest += end;
    if (rest.length > maxLineLength) throw new SyntaxError("A line is too long");
    for (const line of begun) {
      yield rest;
      rest = line;
    }
  }
  if (rest !== "") throw new SyntaxError("The last line is incomplete");
}

/** The first bytes of a file, at least 2. */
async function readHeader(path: string): Promise<Buffer> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(headerBytes), 0, headerBytes, 0);
      return buffer.subarray(0, Math.max(bytesRead, 2));
    } finally {
      await file.close();
    }
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === "ENOENT"
        ? `There is no file ${path}.`
        : `${path} can't be read (${code}): it must be a file that this account may read.`,
      { cause: error },
    );
  }
}

function isOfDamage(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return error instanceof SyntaxError || code?.startsWith("Z_") === true;
}
