import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "./config.ts";
import { StartError } from "./start-error.ts";

/**
 * Hashing and encryption with AUTH_SECRET. Keys are derived for each purpose, so results of one are useless for another. While
 * secrets are rotated there are several: the first one hashes and encrypts, all verify and decrypt.
 */
export type Secrets = {
  /** HMAC-SHA256 as 43 characters of base64url. */
  hash(purpose: string, text: string): string;
  /** The text's hashes with all secrets, the current one first. */
  hashes(purpose: string, text: string): string[];
  /** Whether `hash` is one of the text's hashes, compared in constant time. */
  matches(purpose: string, text: string, hash: string): boolean;
  /** AES-256-GCM with a random IV. For up to 2³² texts of one purpose (NIST SP 800-38D, 8.3). */
  encrypt(purpose: string, text: string): string;
  /** @throws DecryptionError if the text is damaged, or was encrypted for another purpose or with another secret */
  decrypt(purpose: string, encrypted: string): string;
};

export class DecryptionError extends Error {
  override name = "DecryptionError";
  override message =
    "A text can't be decrypted: it is damaged, or AUTH_SECRET no longer contains the secret that encrypted it.";
}

const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/** @param authSecrets each at least 32 characters, the same on every instance */
export function createSecrets(...authSecrets: readonly [string, ...string[]]): Secrets {
  const keys = new Map<string, Buffer[]>();
  /** The keys of all secrets, the current one first. */
  const keysFor = (use: "hash" | "encrypt", purpose: string) => {
    const info = `${use}/${version}/${purpose}`;
    const derived =
      keys.get(info) ?? authSecrets.map((secret) => Buffer.from(hkdfSync("sha256", secret, "", info, 32)));
    keys.set(info, derived);
    return derived as [Buffer, ...Buffer[]];
  };
  const hashes = (purpose: string, text: string) =>
    keysFor("hash", purpose).map((key) => createHmac("sha256", key).update(text).digest("base64url"));

  return {
    hash: (purpose, text) => hashes(purpose, text)[0] ?? "",
    hashes,
    matches(purpose, text, hash) {
      // Compared as text: decoding would accept several spellings.
      const given = Buffer.from(hash);
      return hashes(purpose, text)
        .map((expected) => Buffer.from(expected))
        .some((expected) => given.length === expected.length && timingSafeEqual(given, expected));
    },
    encrypt(purpose, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", keysFor("encrypt", purpose)[0], iv);
      const encrypted = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${encrypted.toString("base64url")}`;
    },
    decrypt(purpose, encrypted) {
      const [prefix, encoded = ""] = encrypted.split(".");
      const bytes = Buffer.from(encoded, "base64url");
      const isWellFormed = prefix === version && encoded === bytes.toString("base64url");
      if (!isWellFormed || bytes.length < ivBytes + tagBytes) throw new DecryptionError();
      for (const key of keysFor("encrypt", purpose)) {
        const text = decryptWith(key, bytes);
        if (text !== undefined) return text;
      }
      throw new DecryptionError();
    },
  };
}

/** @returns undefined if the bytes are damaged or were encrypted with another key */
function decryptWith(key: Buffer, bytes: Buffer): string | undefined {
  const iv = bytes.subarray(0, ivBytes);
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: tagBytes });
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  try {
    return decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined;
  }
}

/** 32 random bytes in base64url. */
export const generatedSecret = /^[\w-]{43}$/;

/**
 * The secrets of AUTH_SECRET, or one that is generated once and stored in DATA_DIR/secret, also if several processes start at once.
 * @throws StartError if the file is damaged, or can't be read or written
 */
export function loadAuthSecrets(
  config: Pick<Config, "dataDir"> & { auth: Pick<Config["auth"], "secrets"> },
): [string, ...string[]] {
  const [current, ...previous] = new Set(config.auth.secrets);
  if (current !== undefined) return [current, ...previous];
  const file = secretFile(config.dataDir);
  try {
    return [readSecret(file) ?? storeSecret(file, randomBytes(32).toString("base64url"))];
  } catch (error) {
    if (error instanceof StartError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      `The secret in ${file} can't be read or stored (${code}): give this user access to the file and its folder, or set AUTH_SECRET.`,
      { cause: error },
    );
  }
}

/** Where the generated secret is. */
export function secretFile(dataDir: string): string {
  return join(dataDir, "secret");
}

/** @returns undefined if there is no such file. @throws StartError if it is damaged; errors of the disk */
export function readSecret(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (!generatedSecret.test(text)) {
    throw new StartError(
      `The secret in ${file} is damaged: restore a backup of this file, or delete it, which signs everyone out.`,
    );
  }
  chmodSync(file, 0o600); // A restored backup may be readable by everyone.
  return text;
}

/** Stores a secret unless there is one. @returns the secret in the file. @throws StartError; errors of the disk */
export function storeSecret(file: string, generated: string): string {
  mkdirSync(dirname(file), { recursive: true });
  const temporaryFile = `${file}.new-${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(temporaryFile, `${generated}\n`, { flag: "wx", mode: 0o600, flush: true });
    // Unlike rename, link never replaces a file that another process has created.
    linkSync(temporaryFile, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(temporaryFile, { force: true });
  }
  const secret = readSecret(file);
  if (secret === undefined) throw new StartError(`${file} was deleted while it was created: start again.`);
  return secret;
}
