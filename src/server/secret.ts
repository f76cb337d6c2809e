import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from "node:crypto";
import { chmodSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "./config.ts";

/** What is hashed and encrypted with AUTH_SECRET. Each purpose has keys of its own: one's texts mean nothing to another. */
export type Secrets = {
  /** A keyed hash: HMAC-SHA256, 43 characters of base64url. */
  hash(purpose: string, text: string): string;
  /** Whether `hash` is the text's, in a time that says nothing about how much of it is right. */
  matches(purpose: string, text: string, hash: string): boolean;
  /** AES-256-GCM: the same text looks different each time. Up to 2³² texts for a purpose (NIST SP 800-38D, 8.3). */
  encrypt(purpose: string, text: string): string;
  /** @throws DecryptionError where the text was changed, or sealed for another purpose or with another secret. */
  decrypt(purpose: string, sealed: string): string;
};

/** A sealed text can't be opened. */
export class DecryptionError extends Error {
  override name = "DecryptionError";
  constructor() {
    super("A sealed text can't be opened: it is damaged, or AUTH_SECRET was another when it was sealed.");
  }
}

/** The generated secret can't be read or kept: a sentence for people. */
export class SecretFileError extends Error {
  override name = "SecretFileError";
}

const version = "v1";
const ivBytes = 12;
const tagBytes = 16;

/** @param authSecret 32 characters or more, the same on every instance. */
export function createSecrets(authSecret: string): Secrets {
  const keys = new Map<string, Buffer>();
  const keyFor = (use: "hash" | "encrypt", purpose: string) => {
    const info = `${use}/${version}/${purpose}`;
    const key = keys.get(info) ?? Buffer.from(hkdfSync("sha256", authSecret, "", info, 32));
    keys.set(info, key);
    return key;
  };
  const mac = (purpose: string, text: string) =>
    createHmac("sha256", keyFor("hash", purpose)).update(text).digest();

  return {
    hash: (purpose, text) => mac(purpose, text).toString("base64url"),
    matches(purpose, text, hash) {
      const expected = mac(purpose, text);
      const given = Buffer.from(hash, "base64url");
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
    encrypt(purpose, text) {
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv("aes-256-gcm", keyFor("encrypt", purpose), iv);
      const sealed = Buffer.concat([iv, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${sealed.toString("base64url")}`;
    },
    decrypt(purpose, sealed) {
      const [prefix, encoded = ""] = sealed.split(".");
      const bytes = Buffer.from(encoded, "base64url");
      if (prefix !== version || bytes.length < ivBytes + tagBytes) throw new DecryptionError();
      const decipher = createDecipheriv(
        "aes-256-gcm",
        keyFor("encrypt", purpose),
        bytes.subarray(0, ivBytes),
        {
          authTagLength: tagBytes,
        },
      );
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        return (
          decipher.update(bytes.subarray(ivBytes, -tagBytes), undefined, "utf8") + decipher.final("utf8")
        );
      } catch {
        throw new DecryptionError();
      }
    },
  };
}

/** 32 random bytes in base64url. */
const generatedSecret = /^[\w-]{43}$/;

/**
 * AUTH_SECRET, or a secret generated once into DATA_DIR/secret. Processes that start at once end with the same one.
 * @throws SecretFileError where the file is damaged, or can't be read or written.
 */
export function loadAuthSecret(
  config: Pick<Config, "dataDir"> & { auth: Pick<Config["auth"], "secret"> },
): string {
  if (config.auth.secret) return config.auth.secret;
  const file = join(config.dataDir, "secret");
  try {
    return readSecret(file) ?? generateSecret(config.dataDir, file);
  } catch (error) {
    if (error instanceof SecretFileError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new SecretFileError(
      `The secret in ${file} can't be read or kept (${code}): give this account that file and its folder, or set AUTH_SECRET.`,
      { cause: error },
    );
  }
}

function readSecret(file: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(file, "utf8").trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  if (!generatedSecret.test(text)) {
    throw new SecretFileError(
      `The secret in ${file} is damaged: put a backup of this file in its place, or remove it, which signs everyone out.`,
    );
  }
  chmodSync(file, 0o600); // Backups often come back readable for everyone.
  return text;
}

function generateSecret(folder: string, file: string): string {
  mkdirSync(folder, { recursive: true });
  const draft = `${file}.new-${randomBytes(6).toString("hex")}`;
  try {
    writeFileSync(draft, `${randomBytes(32).toString("base64url")}\n`, {
      flag: "wx",
      mode: 0o600,
      flush: true,
    });
    // Unlike a rename, a link never takes the place of what another process put there first.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = readSecret(file);
  if (secret === undefined) throw new SecretFileError(`${file} went away while it was made: start again.`);
  return secret;
}
