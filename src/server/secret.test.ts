import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSecrets, loadAuthSecrets, DecryptionError } from "./secret.ts";
import { StartError } from "#server/start-error.ts";

const secrets = createSecrets("a secret of more than 32 characters, for tests");

describe("hashes", () => {
  test("are the same for the same text, and differ by text, purpose and secret", () => {
    const hash = secrets.hash("code", "482913");
    expect(secrets.hash("code", "482913")).toBe(hash);
    const others = [
      secrets.hash("code", "482914"),
      secrets.hash("session", "482913"),
      createSecrets("another secret of more than 32 characters").hash("code", "482913"),
    ];
    expect(others).not.toContain(hash);
    expect(hash).toMatch(/^[\w-]{43}$/);
  });

  test("match their text only", () => {
    const hash = secrets.hash("code", "482913");
    expect(secrets.matches("code", "482913", hash)).toBe(true);
    expect(secrets.matches("code", "482914", hash)).toBe(false);
    expect(secrets.matches("session", "482913", hash)).toBe(false);
    expect(secrets.matches("code", "482913", "")).toBe(false);
    expect(secrets.matches("code", "482913", hash.slice(0, -4))).toBe(false);
    for (const spelling of [`${hash}=`, `${hash}\n`, Buffer.from(hash, "base64url").toString("base64")]) {
      expect(secrets.matches("code", "482913", spelling)).toBe(false);
    }
  });
});

describe("encrypted texts", () => {
  test("are decrypted to the same text, and differ each time", () => {
    const encrypted = secrets.encrypt("mail", "Votre code : 482913 ✓");
    expect(secrets.decrypt("mail", encrypted)).toBe("Votre code : 482913 ✓");
    expect(encrypted).toMatch(/^v1\.[\w-]+$/);
    expect(secrets.encrypt("mail", "Votre code : 482913 ✓")).not.toBe(encrypted);
    expect(secrets.decrypt("mail", secrets.encrypt("mail", ""))).toBe("");
  });

  test("can't be decrypted for another purpose or with another secret", () => {
    const encrypted = secrets.encrypt("mail", "482913");
    expect(() => secrets.decrypt("session", encrypted)).toThrow(DecryptionError);
    const other = createSecrets("another secret of more than 32 characters");
    expect(() => other.decrypt("mail", encrypted)).toThrow(DecryptionError);
  });

  test("can't be decrypted after a single character was changed, cut off or added", () => {
    const encrypted = secrets.encrypt("mail", "482913");
    for (let at = 0; at < encrypted.length; at++) {
      const changed = encrypted.slice(0, at) + (encrypted[at] === "A" ? "B" : "A") + encrypted.slice(at + 1);
      expect(() => secrets.decrypt("mail", changed), `character ${at}`).toThrow(DecryptionError);
    }
    for (const damaged of [
      "",
      "v1",
      "v1.",
      "v2.AAAA",
      encrypted.slice(0, -4),
      `${encrypted}AAAA`,
      `${encrypted}=`,
    ]) {
      expect(() => secrets.decrypt("mail", damaged), damaged).toThrow(DecryptionError);
    }
  });
});

describe("while secrets are rotated", () => {
  const [old, current] = [
    "the old secret, of 32 characters",
    "the current secret, of 32 characters",
  ] as const;
  const [before, during, after] = [createSecrets(old), createSecrets(current, old), createSecrets(current)];

  test("the first one hashes, and all verify", () => {
    const hash = before.hash("code", "482913");
    expect(during.matches("code", "482913", hash)).toBe(true);
    expect(during.matches("code", "482914", hash)).toBe(false);
    expect(during.hashes("code", "482913")).toEqual([after.hash("code", "482913"), hash]);
    expect(during.hash("code", "482913")).toBe(after.hash("code", "482913"));
    expect(after.matches("code", "482913", hash)).toBe(false);
  });

  test("the first one encrypts, and all decrypt", () => {
    const encrypted = before.encrypt("mail", "482913");
    expect(during.decrypt("mail", encrypted)).toBe("482913");
    expect(() => after.decrypt("mail", encrypted)).toThrow(DecryptionError);
    expect(after.decrypt("mail", during.encrypt("mail", "482913"))).toBe("482913");
    expect(() => before.decrypt("mail", during.encrypt("mail", "482913"))).toThrow(DecryptionError);
  });
});

describe("the secret that all others are derived from", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "secret-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));
  const load = (folder = dataDir) => loadAuthSecrets({ dataDir: folder, auth: { secrets: [] } })[0];

  test("is AUTH_SECRET if that is set; nothing is stored then", () => {
    const given = ["current", "previous"];
    expect(loadAuthSecrets({ dataDir, auth: { secrets: [...given, "current"] } })).toEqual(given);
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("is generated once, readable by this user only, in a folder that need not exist", () => {
    const folder = join(dataDir, "new", "data");
    const secret = load(folder);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(load(folder)).toBe(secret);
    expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["secret"]);
  });

  test("is made private again after a backup made it readable by everyone", () => {
    load();
    chmodSync(join(dataDir, "secret"), 0o644);
    load();
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  });

  test("is the same in processes that start at the same time", async () => {
    const program = `
      import { loadAuthSecrets } from ${JSON.stringify(new URL("secret.ts", import.meta.url).href)};
      process.stdin.once("data", () => {
        process.stdout.write(loadAuthSecrets({ dataDir: ${JSON.stringify(dataDir)}, auth: { secrets: [] } })[0]);
        process.exit();
      });
      process.stderr.write("ready");`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "--eval", program]),
    );
    const outputs = children.map((child) => text(child.stdout));
    await Promise.all(children.map((child) => new Promise((ready) => child.stderr.once("data", ready))));
    for (const child of children) child.stdin.write("go");
    expect(new Set(await Promise.all(outputs))).toEqual(new Set([load()]));
  });

  test.each([
    ["an empty", ""],
    ["a cut-off", "c2VjcmV0\n"],
    ["a foreign", "hello\nworld\n"],
  ])("is not read from %s file: the error says what to do", (_kind, content) => {
    writeFileSync(join(dataDir, "secret"), content);
    expect(load).toThrow(StartError);
    expect(load).toThrow(
      /^The secret in .* is damaged: restore a backup .* or delete it, which signs everyone out\.$/,
    );
    expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe(content);
  });

  test("can't be stored: the error names AUTH_SECRET", () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    expect(() => load(join(file, "data"))).toThrow(
      /can't be read or stored \(\w+\): .* or set AUTH_SECRET\.$/,
    );
  });
});
