import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { readdir, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { type S3TestServer, startS3Server } from "../../../testing/s3.ts";
import { openBucket } from "./bucket-storage.ts";
import { openFolder } from "./folder-storage.ts";
import type { FileStorage } from "./storage.ts";
import { openFiles, openStorage } from "./files.ts";
import { temporaryFolder, testFiles } from "./testing.ts";
import { UnavailableError } from "#server/unavailable.ts";

const log = { warn: () => undefined };
const quickRetries = { timeoutMs: 10_000, firstRetryMs: 1 };
const [name, other] = ["aaaaaaaa.bin", "bbbbbbbb.png"];

let s3: S3TestServer;
beforeAll(async () => {
  s3 = await startS3Server();
});
afterAll(() => s3.close());

async function openEmptyBucket(): Promise<FileStorage> {
  const storage = (await openBucket(s3.settings, log, quickRetries))(testFiles);
  onTestFinished(async () => storage.remove([name, other]));
  return storage;
}

/** Starts a server that isn't a bucket. @returns its URL */
async function serve(handle: RequestListener): Promise<string> {
  const server = createServer(handle).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function contentOf(storage: FileStorage, wanted: string): Promise<string | undefined> {
  const file = await storage.read(wanted);
  return file && (await buffer(file.body)).toString();
}

describe.each([
  ["a folder", async () => openFolder(await temporaryFolder(), testFiles)],
  ["a bucket", () => openEmptyBucket()],
])("%s", (_, open: () => Promise<FileStorage>) => {
  test("returns a stored file, with its size", async () => {
    const storage = await open();
    const bytes = Buffer.from([0, 255, 10, 13, ...Buffer.from("x".repeat(100_000))]);
    await storage.put(name, bytes);
    const file = await storage.read(name);
    expect(file?.size).toBe(bytes.byteLength);
    expect((await buffer(file?.body ?? new Blob().stream())).equals(bytes)).toBe(true);
  });

  test("has no file of an unknown name", async () => {
    const storage = await open();
    expect(await storage.read(name)).toBeUndefined();
  });

  test("lists its files and no others, with the times at which they were stored last", async () => {
    const storage = await open();
    expect([...(await storage.list())]).toEqual([]);
    const before = Date.now();
    for (const each of [name, other]) await storage.put(each, Buffer.from("x"));
    const files = await storage.list();
    expect([...files.keys()].toSorted()).toEqual([name, other].toSorted());
    // File systems and services may cut off a second's fraction.
    for (const storedAt of files.values()) expect(Math.abs(storedAt - before)).toBeLessThan(10_000);
  });

  test("stores the same file again, also concurrently", async () => {
    const storage = await open();
    await Promise.all(Array.from({ length: 10 }, () => storage.put(name, Buffer.from("same"))));
    await storage.put(name, Buffer.from("same"));
    expect(await contentOf(storage, name)).toBe("same");
  });

  test("deletes the given files, ignores missing ones, and deletes no others", async () => {
    const storage = await open();
    await storage.put(name, Buffer.from("one"));
    await storage.put(other, Buffer.from("two"));
    await storage.remove([name]);
    await storage.remove([name]);
    expect(await storage.read(name)).toBeUndefined();
    expect(await contentOf(storage, other)).toBe("two");
  });

  test("a file's body can be canceled", async () => {
    const storage = await open();
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
    const storage = await open();
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

describe("a bucket", () => {
  test("with a wrong secret, key, region or name is rejected at once, without the secret in the message", async () => {
    for (const wrong of [
      { secretAccessKey: "hidden-secret" },
      { accessKeyId: "nobody" },
      { region: "us-east-1" },
      { bucket: "missing" },
    ]) {
      const opening = openBucket({ ...s3.settings, ...wrong }, log, quickRetries);
      await expect(opening).rejects.toMatchObject({
        isForUsers: true,
        message: expect.stringMatching(
          /^The bucket that S3_BUCKET names can't be used \(HEAD failed with 40\d/,
        ),
      });
      await expect(opening).rejects.not.toThrow("hidden-secret");
    }
  });

  test("that can't be reached at the start can be used later", async () => {
    const warnings: unknown[] = [];
    s3.failNext("drop", 1);
    const open = await openBucket(
      s3.settings,
      { warn: (...args: unknown[]) => warnings.push(args) },
      quickRetries,
    );
    const storage = open(testFiles);
    expect(warnings).toHaveLength(1);
    await storage.put(name, Buffer.from("x"));
    await storage.remove([name]);
  });

  test("that fails temporarily is retried", async () => {
    const storage = await openEmptyBucket();
    s3.failNext("503", 2);
    await storage.put(name, Buffer.from("x"));
    s3.failNext("503", 2);
    expect(await contentOf(storage, name)).toBe("x");
  });

  test("lists more files than one response has", async () => {
    const names = ["a", "b", "c", "d", "e", "f"].map((letter) => `${letter.repeat(8)}.bin`);
    const storage = (await openBucket(s3.settings, log, { pageSize: 4 }))(testFiles);
    onTestFinished(async () => storage.remove(names));
    for (const each of names) await storage.put(each, Buffer.from("x"));
    expect([...(await storage.list()).keys()].toSorted()).toEqual(names.toSorted());
  });

  test("that keeps failing is not retried forever", async () => {
    const storage = await openEmptyBucket();
    s3.failNext("503", 3);
    await expect(storage.put(name, Buffer.from("x"))).rejects.toThrow("PUT was 503 (SlowDown)");
    expect(await storage.read(name)).toBeUndefined();
  });

  test("that redirects to another host is not followed, and is rejected at the start", async () => {
    let requests = 0;
    const elsewhere = await serve((_, res) => void ((requests += 1), res.end("x")));
    const redirecting = await serve((_, res) =>
      res.writeHead(307, { location: `${elsewhere}/stolen` }).end(),
    );
    const opening = openBucket({ ...s3.settings, endpoint: redirecting }, log, quickRetries);
    await expect(opening).rejects.toThrow("HEAD failed with 307");
    let isOpen = false;
    const later = await serve((_, res) =>
      isOpen ? res.writeHead(307, { location: `${elsewhere}/stolen` }).end() : res.end(),
    );
    const storage = (await openBucket({ ...s3.settings, endpoint: later }, log, quickRetries))(testFiles);
    isOpen = true;
    await expect(storage.put(name, Buffer.from("secret"))).rejects.toThrow("PUT was 307");
    await expect(storage.read(name)).rejects.toThrow("GET was 307");
    await expect(storage.check()).rejects.toThrow("307");
    expect(requests).toBe(0);
  });

  test("that doesn't say how long a file is, or sends it in an encoding, is a failure", async () => {
    for (const headers of [{ "transfer-encoding": "chunked" }, { "content-encoding": "gzip" }]) {
      const body = gzipSync("x".repeat(1_000));
      const endpoint = await serve(({ method }, res) => {
        const length = "content-encoding" in headers ? { "content-length": body.length } : {};
        res.writeHead(200, method === "HEAD" ? {} : { ...headers, ...length });
        res.end(method === "HEAD" ? undefined : body);
      });
      const storage = (await openBucket({ ...s3.settings, endpoint }, log, quickRetries))(testFiles);
      await expect(storage.read(name)).rejects.toThrow("doesn't say how long the file is");
    }
  });

  test("that never ends its lists and errors is a failure, after a time or a size", async () => {
    const answers = { hangs: "", floods: "x".repeat(1_000_000) };
    let part = "";
    const endless = await serve(({ method }, res) => {
      res.writeHead(method === "DELETE" ? 403 : 200);
      if (method === "HEAD") return res.end();
      const write = () => {
        while (part && res.write(part));
      };
      res.write("<");
      res.on("drain", write);
      return write();
    });
    const settings = { ...s3.settings, endpoint: endless };
    for (const answer of Object.values(answers)) {
      part = answer;
      const storage = (
        await openBucket(settings, log, { ...quickRetries, timeoutMs: answer ? 10_000 : 100 })
      )(testFiles);
      await expect(storage.list()).rejects.toThrow(UnavailableError);
      await expect(storage.remove([name])).rejects.toThrow(UnavailableError);
    }
  });

  test("that doesn't respond is a failure after a time", async () => {
    const storage = (await openBucket(s3.settings, log, { ...quickRetries, timeoutMs: 100 }))(testFiles);
    s3.failNext("hang", 1);
    await expect(storage.read(name)).rejects.toThrow(UnavailableError);
  });

  test("that is known not to work is not asked, and the state of the files says so", async () => {
    // At start and in the first check, three times each.
    s3.failNext("503", 6);
    const config = { s3: s3.settings, dataDir: await temporaryFolder() };
    const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
    const files = await openFiles({ config, log: log as never, clientDir: undefined });
    onTestFinished(files.stop);
    await expect.poll(files.health).toBe("failing");
    await expect((await files.serve(testFiles)).read(name)).rejects.toThrow(UnavailableError);
    const request = new Request(`http://localhost/examples/${name}`);
    await expect(files.handlers[0]?.fetch(request, {} as never)).rejects.toThrow(UnavailableError);
  });
});

test("the settings choose a bucket, or a folder in DATA_DIR", async () => {
  const dataDir = await temporaryFolder();
  const openFolders = await openStorage({ s3: undefined, dataDir }, log);
  await (await openFolders(testFiles)).put(name, Buffer.from("x"));
  expect(await readdir(join(dataDir, "examples", "aa"))).toEqual([name]);
  const openInBucket = await openStorage({ s3: s3.settings, dataDir }, log);
  expect(await (await openInBucket(testFiles)).read(name)).toBeUndefined();
});
