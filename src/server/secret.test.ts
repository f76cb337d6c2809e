import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createSecrets, loadAuthSecret, DecryptionError, SecretFileError } from "./secret.ts";

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
  });
});

describe("sealed texts", () => {
  test("come back as they were, and look different each time", () => {
    const sealed = secrets.encrypt("mail", "Votre code : 482913 ✓");
    expect(secrets.decrypt("mail", sealed)).toBe("Votre code : 482913 ✓");
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(secrets.encrypt("mail", "Votre code : 482913 ✓")).not.toBe(sealed);
    expect(secrets.decrypt("mail", secrets.encrypt("mail", ""))).toBe("");
  });

  test("open neither for another purpose nor with another secret", () => {
    const sealed = secrets.encrypt("mail", "482913");
    expect(() => secrets.decrypt("session", sealed)).toThrow(DecryptionError);
    const other = createSecrets("another secret of more than 32 characters");
    expect(() => other.decrypt("mail", sealed)).toThrow(DecryptionError);
  });

  test("do not open once a single character was changed, cut off or added", () => {
    const sealed = secrets.encrypt("mail", "482913");
    for (let at = 0; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
      expect(() => secrets.decrypt("mail", changed), `character ${at}`).toThrow(DecryptionError);
    }
    for (const damaged of ["", "v1", "v1.", "v2.AAAA", sealed.slice(0, -4), `${sealed}AAAA`]) {
      expect(() => secrets.decrypt("mail", damaged), damaged).toThrow(DecryptionError);
    }
  });
});

describe("the secret that keeps all others", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "secret-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));
  const load = (folder = dataDir) => loadAuthSecret({ dataDir: folder, auth: { secret: undefined } });

  test("is AUTH_SECRET where that is set, and then nothing is written", () => {
    expect(loadAuthSecret({ dataDir, auth: { secret: "given" } })).toBe("given");
    expect(readdirSync(dataDir)).toEqual([]);
  });

  test("is generated once, for this account only, in a folder that need not exist", () => {
    const folder = join(dataDir, "new", "data");
    const secret = load(folder);
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(load(folder)).toBe(secret);
    expect(statSync(join(folder, "secret")).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(["secret"]);
  });

  test("becomes this account's only again after a backup made it readable for everyone", () => {
    load();
    chmodSync(join(dataDir, "secret"), 0o644);
    load();
    expect(statSync(join(dataDir, "secret")).mode & 0o777).toBe(0o600);
  });

  test("is the same in processes that start at once", async () => {
    const program = `
      import { loadAuthSecret } from ${JSON.stringify(new URL("secret.ts", import.meta.url).href)};
      process.stdin.once("data", () => {
        process.stdout.write(loadAuthSecret({ dataDir: ${JSON.stringify(dataDir)}, auth: {} }));
        process.exit();
      });
      process.stderr.write("ready");`;
    const children = Array.from({ length: 4 }, () =>
      spawn(process.execPath, ["--input-type=module", "--eval", program]),
    );
    const answers = children.map((child) => text(child.stdout));
    await Promise.all(children.map((child) => new Promise((ready) => child.stderr.once("data", ready))));
    for (const child of children) child.stdin.write("go");
    expect(new Set(await Promise.all(answers))).toEqual(new Set([load()]));
  });

  test.each([
    ["an empty", ""],
    ["a cut-off", "c2VjcmV0\n"],
    ["a foreign", "hello\nworld\n"],
  ])("is not taken from %s file: a sentence says what to do", (_kind, content) => {
    writeFileSync(join(dataDir, "secret"), content);
    expect(load).toThrow(SecretFileError);
    expect(load).toThrow(
      /^The secret in .* is damaged: put a backup .* or remove it, which signs everyone out\.$/,
    );
    expect(readFileSync(join(dataDir, "secret"), "utf8")).toBe(content);
  });

  test("asks for AUTH_SECRET where it can't be kept", () => {
    const file = join(dataDir, "file");
    writeFileSync(file, "");
    expect(() => load(join(file, "data"))).toThrow(/can't be read or kept \(\w+\): .* or set AUTH_SECRET\.$/);
  });
});
