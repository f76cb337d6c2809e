import { createCipheriv, createDecipheriv, randomBytes, scrypt } from "node:crypto";
import { promisify } from "node:util";
import { fixedNames } from "#brand/fixed-names.ts";
import { StartError } from "#server/start-error.ts";

/** The first bytes of an encrypted file; a random salt follows. */
const mark = Buffer.from(fixedNames.encryptedBackup);
const saltBytes = 16;
/** At the beginning of an encrypted file. */
export const headerBytes = mark.length + saltBytes;
/** Each chunk of text is encrypted and authenticated on its own, so that files of any size are read with little memory. */
const chunkBytes = 65_536;
const tagBytes = 16;

/** Whether a file that begins with these bytes is encrypted. */
export function isEncrypted(header: Buffer): boolean {
  return header.length === headerBytes && header.subarray(0, mark.length).equals(mark);
}

/** Encrypts bytes with AES-256-GCM and a key derived from a passphrase. */
export async function* encrypt(source: AsyncIterable<Buffer>, passphrase: string): AsyncGenerator<Buffer> {
  const salt = randomBytes(saltBytes);
  yield Buffer.concat([mark, salt]);
  const key = await deriveKey(passphrase, salt);
  for await (const { chunk, nonce } of chunksOf(source, chunkBytes)) {
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    yield Buffer.concat([cipher.update(chunk), cipher.final(), cipher.getAuthTag()]);
  }
}

/**
 * Decrypts what `encrypt` returned, from after its header on. Yields authentic bytes only.
 * @param header the file's first `headerBytes`
 * @throws StartError if the passphrase is another one, or if bytes are changed, missing or added
 */
export async function* decrypt(
  source: AsyncIterable<Buffer>,
  { passphrase, header }: { passphrase: string; header: Buffer },
): AsyncGenerator<Buffer> {
  const key = await deriveKey(passphrase, header.subarray(mark.length));
  let isFirst = true;
  for await (const { chunk, nonce } of chunksOf(source, chunkBytes + tagBytes)) {
    const bytes = decryptChunk(key, nonce, chunk);
    if (!bytes) {
      throw new StartError(
        isFirst
          ? "The backup can't be decrypted: BACKUP_PASSPHRASE is not its passphrase, or the file is damaged."
          : "The backup is damaged: use another copy of the file.",
      );
    }
    yield bytes;
    isFirst = false;
  }
}

/** @returns undefined if the chunk isn't authentic */
function decryptChunk(key: Buffer, nonce: Buffer, chunk: Buffer): Buffer | undefined {
  const decipher = createDecipheriv("aes-256-gcm", key, nonce, { authTagLength: tagBytes });
  try {
    decipher.setAuthTag(chunk.subarray(-tagBytes));
    return Buffer.concat([decipher.update(chunk.subarray(0, -tagBytes)), decipher.final()]);
  } catch {
    return undefined;
  }
}

const keys = new Map<string, Promise<Buffer>>();

/** Takes about half a second and 128 MB, so that guessing passphrases is expensive. A file is read several times. */
function deriveKey(passphrase: string, salt: Buffer): Promise<Buffer> {
  const id = salt.toString("hex") + passphrase;
  const derive = promisify<string, Buffer, number, object, Buffer>(scrypt);
  const key = keys.get(id) ?? derive(passphrase, salt, 32, { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 });
  keys.set(id, key);
  return key;
}

/**
 * Divides bytes into chunks of a size; only the last chunk may be shorter. A chunk's nonce is its number and whether it is the
 * last one: a key encrypts one file only, and moved or missing chunks are noticed.
 */
async function* chunksOf(source: AsyncIterable<Buffer>, size: number) {
  let pending: Buffer = Buffer.alloc(0);
  let index = 0;
  const next = (chunk: Buffer, isLast: boolean) => {
    const nonce = Buffer.alloc(12);
    nonce.writeUIntBE(index++, 5, 6);
    nonce.writeUInt8(isLast ? 1 : 0, 11);
    return { chunk, nonce };
  };
  for await (const bytes of source) {
    pending = Buffer.concat([pending, bytes]);
    while (pending.length > size) {
      yield next(pending.subarray(0, size), false);
      pending = pending.subarray(size);
    }
  }
  yield next(pending, true);
}
