import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { temporaryBucket } from "../../../testing/bucket.ts";
import { openFolder } from "./folder-storage.ts";
import type { FileKind, FileStorage } from "./storage.ts";
import { contentOf, temporaryFolder, temporaryStorage, testFiles } from "./testing.ts";

const [name, other] = ["aaaaaaaa.bin", "bbbbbbbb.png"];

describe.each([
  ["a folder", temporaryStorage],
  ["a bucket", temporaryBucket], // optional: bucket
])("%s", (_, open: (kind: FileKind) => Promise<FileStorage>) => {
  test("returns a stored file, with its size", async () => {
    const storage = await open(testFiles);
    const bytes = Buffer.from([0, 255, 10, 13, ...Buffer.from("x".repeat(100_000))]);
    await storage.put(name, bytes);
    const file = await storage.read(name);
    expect(file?.size).toBe(bytes.byteLength);
    expect((await buffer(file?.body ?? new Blob().stream())).equals(bytes)).toBe(true);
  });

  test("has no file of an unknown name", async () => {
    const storage = await open(testFiles);
    expect(await storage.read(name)).toBeUndefined();
  });

  test("lists its files and no others, with the times at which they were stored last", async () => {
    const storage = await open(testFiles);
    expect([...(await storage.list())]).toEqual([]);
    const before = Date.now();
    for (const each of [name, other]) await storage.put(each, Buffer.from("x"));
    const files = await storage.list();
    expect([...files.keys()].toSorted()).toEqual([name, other].toSorted());
    // File systems and services may cut off a second's fraction.
    for (const storedAt of files.values()) expect(Math.abs(storedAt - before)).toBeLessThan(10_000);
  });

  test("stores the same file again, also concurrently", async () => {
    const storage = await open(testFiles);
    await Promise.all(Array.from({ length: 10 }, () => storage.put(name, Buffer.from("same"))));
    await storage.put(name, Buffer.from("same"));
    expect(await contentOf(storage, name)).toBe("same");
  });

  test("deletes the given files, ignores missing ones, and deletes no others", async () => {
    const storage = await open(testFiles);
    await storage.put(name, Buffer.from("one"));
    await storage.put(other, Buffer.from("two"));
    await storage.remove([name]);
    await storage.remove([name]);
    expect(await storage.read(name)).toBeUndefined();
    expect(await contentOf(storage, other)).toBe("two");
  });

  test("a file's body can be canceled", async () => {
    const storage = await open(testFiles);
    await storage.put(name, Buffer.from("x".repeat(1_000_000)));
    for (let i = 0; i < 50; i++) await (await storage.read(name))?.body.cancel();
    expect(await contentOf(storage, name)).toHaveLength(1_000_000);
  });

  test.each([
    "",
    ".",
    "..",
    "../secret.bin",
    "..%2fsecret.bin",
    `../${name}`,
    `./${name}`,
    `${name}/`,
    `${name}\0`,
    `${name}\n`,
    name.toUpperCase(),
    name.replace("bin", "html"),
    `C:\\${name}`,
    "aaaaaaa.bin",
    `${name}.png`,
    "drafts",
  ])("rejects the name %j", async (bad) => {
    const storage = await open(testFiles);
    await storage.put(name, Buffer.from("x"));
    expect(await storage.read(bad)).toBeUndefined();
    await expect(storage.put(bad, Buffer.from("x"))).rejects.toThrow(TypeError);
    await expect(storage.remove([bad])).rejects.toThrow(TypeError);
    expect(await contentOf(storage, name)).toBe("x");
  });
});

describe("a folder", () => {
  test("a temporary file of a killed process is deleted later", async () => {
    const folder = await temporaryFolder();
    await openFolder(folder, testFiles);
    const drafts = join(folder, "drafts");
    await writeFile(join(drafts, "old"), "half");
    await writeFile(join(drafts, "young"), "half");
    const longAgo = new Date(Date.now() - 2 * 60 * 60 * 1000);
    await utimes(join(drafts, "old"), longAgo, longAgo);
    await openFolder(folder, testFiles);
    expect(await readdir(drafts)).toEqual(["young"]);
  });

  test("deletes the temporary file of a failed upload", async () => {
    const folder = await temporaryFolder();
    const storage = await openFolder(folder, testFiles);
    await writeFile(join(folder, "aa"), "in the way");
    await expect(storage.put(name, Buffer.from("x"))).rejects.toThrow("EEXIST");
    expect(await readdir(join(folder, "drafts"))).toEqual([]);
  });

  test("only this account can read it", async () => {
    const folder = await temporaryFolder();
    await (await openFolder(join(folder, "files"), testFiles)).put(name, Buffer.from("x"));
    const modes = await Promise.all(
      ["files", "files/drafts", "files/aa", `files/aa/${name}`].map((path) => stat(join(folder, path))),
    );
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(["700", "700", "700", "600"]);
  });
});
