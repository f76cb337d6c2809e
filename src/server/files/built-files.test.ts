import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { send, startServer } from "../http/testing.ts";
import { temporaryBucket } from "../../../testing/bucket.ts";
import { buildIdOf, builtFiles, findBuiltFiles, updateStoredBuilds } from "./built-files.ts";
import { createFileHandler } from "./file-handler.ts";
import { openFiles } from "./files.ts";
import { openFolder } from "./folder-storage.ts";
import type { FileKind, FileStorage } from "./storage.ts";
import { temporaryFolder, temporaryStorage } from "./testing.ts";

const script = `console.log(${JSON.stringify("example ".repeat(500))})`;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** A folder like dist/client with these files in assets. */
async function buildWith(files: Record<string, string>): Promise<string> {
  const clientDir = await mkdtemp(join(tmpdir(), "app-build-"));
  onTestFinished(() => rm(clientDir, { recursive: true }));
  await mkdir(join(clientDir, "assets"));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(clientDir, "assets", name), content);
  return clientDir;
}

const storedNames = async (storage: FileStorage) => [...(await storage.list()).keys()].toSorted();

describe.each([
  ["a folder", temporaryStorage],
  ["a bucket", temporaryBucket], // optional: bucket
])("in %s", (_, open: (kind: FileKind) => Promise<FileStorage>) => {
  test("a server sends the files of another build, compressed and cacheable forever", async () => {
    const storage = await open(builtFiles);
    const before = await buildWith({
      "app-before12.js": script,
      "styles-before12.css": "a{}",
      "logo@2x-before12.svg": "<svg/>",
      "serif-before12.woff2": "font",
    });
    await updateStoredBuilds(storage, await findBuiltFiles(before));
    const after = await buildWith({ "app-after123.js": "1" });
    const server = await startServer(() => new Response("the app"), {
      clientDir: after,
      fileHandlers: [createFileHandler(builtFiles, storage)],
    });
    expect((await send(server, "/assets/app-after123.js")).text).toBe("1");
    const response = await send(server, "/assets/app-before12.js", {
      headers: { "accept-encoding": "gzip" },
    });
    expect(response.status).toBe(200);
    expect(gunzipSync(response.bytes).toString()).toBe(script);
    expect(response.headers).toMatchObject({
      "content-type": "text/javascript; charset=utf-8",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "same-origin",
      "x-content-type-options": "nosniff",
      vary: "accept-encoding",
    });
    for (const [name, type] of [
      ["styles-before12.css", "text/css; charset=utf-8"],
      ["logo@2x-before12.svg", "image/svg+xml; charset=utf-8"],
      ["serif-before12.woff2", "font/woff2"],
    ])
      expect((await send(server, `/assets/${name}`)).headers["content-type"]).toBe(type);
  });

  test("files are stored once, and again when they are half a day old", async () => {
    const storage = await open(builtFiles);
    const files = await findBuiltFiles(await buildWith({ "app-before12.js": "1" }));
    const puts: string[] = [];
    const counting: FileStorage = {
      ...storage,
      put: async (name, bytes) => {
        puts.push(name);
        await storage.put(name, bytes);
      },
    };
    for (let starts = 0; starts < 3; starts += 1) await updateStoredBuilds(counting, files);
    expect(puts).toHaveLength(1);
    await updateStoredBuilds(counting, files, Date.now() + 11 * hourMs);
    expect(puts).toHaveLength(1);
    await updateStoredBuilds(counting, files, Date.now() + 13 * hourMs);
    expect(puts).toHaveLength(2);
  });

  test("files of a build that has not run for a week are deleted, and those of the running one never", async () => {
    const storage = await open(builtFiles);
    const before = await findBuiltFiles(await buildWith({ "app-before12.js": "1", "same-12345678.js": "2" }));
    const after = await findBuiltFiles(await buildWith({ "app-after123.js": "3", "same-12345678.js": "2" }));
    await updateStoredBuilds(storage, before);
    await updateStoredBuilds(storage, after, Date.now() + 7 * dayMs);
    expect(await storedNames(storage)).toEqual(["app-after123.js", "app-before12.js", "same-12345678.js"]);
    await updateStoredBuilds(storage, after, Date.now() + 9 * dayMs);
    expect(await storedNames(storage)).toEqual(["app-after123.js", "same-12345678.js"]);
  });
});

test.each([
  "/assets/app-gone1234.js",
  "/assets/",
  "/assets/app.js",
  "/assets/app-before12",
  "/assets/app-before12.js.br",
  "/assets/drafts/app-before12.js",
  "/assets/ap/app-before12.js",
  "/assets/..%2fapp-before12.js",
  "/assets/..%5capp-before12.js",
  "/assets/.app-before12.js",
  "/assets/%61pp-before12.js",
  "/assets/..%2f..%2fsecret-12345678.js",
])("%s is no file of any build, and that is not cached", async (path) => {
  const storage = await openFolder(await temporaryFolder(), builtFiles);
  await storage.put("app-before12.js", Buffer.from("1"));
  const server = await startServer(() => new Response("the app"), {
    clientDir: await buildWith({}),
    fileHandlers: [createFileHandler(builtFiles, storage)],
  });
  const { status, headers, text } = await send(server, path);
  expect([status, headers["cache-control"], text]).toEqual([404, "no-store", "File not found.\n"]);
});

test("built files have names of their own, and a storage of them accepts no others", async () => {
  const storage = await temporaryStorage(builtFiles);
  await expect(storage.put("aaaaaaaa.bin", Buffer.from("1"))).rejects.toThrow(TypeError);
});

test("the id of a build changes with its files, and only with them", async () => {
  const id = async (files: Record<string, string>) => buildIdOf(await findBuiltFiles(await buildWith(files)));
  const first = await id({ "a-12345678.js": "1", "b-12345678.js": "2" });
  expect(await id({ "b-12345678.js": "2", "a-12345678.js": "1", "a-12345678.js.br": "x" })).toBe(first);
  expect(await id({ "a-12345678.js": "1", "b-abcdefgh.js": "3" })).not.toBe(first);
});

test("a start stores the built files in a folder of their own, and what is in the way does not stop it", async () => {
  const dataDir = await temporaryFolder();
  const clientDir = await buildWith({ "app-before12.js": "1" });
  const warn = vi.fn();
  const start = async (clientDir: string | undefined) => {
    const files = await openFiles({ config: { dataDir }, clientDir, log: { warn } as never });
    onTestFinished(() => files.stop());
    return files;
  };
  const inTheWay = join(dataDir, "assets", "ap");
  await mkdir(join(dataDir, "assets"));
  await writeFile(inTheWay, "");
  expect((await start(clientDir)).buildId).toBeTruthy();
  expect(warn).toHaveBeenCalledTimes(1);
  await rm(inTheWay);
  await start(clientDir);
  expect(await readdir(inTheWay)).toEqual(["app-before12.js"]);
  expect((await start(undefined)).buildId).toBeUndefined();
});
