import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type S3TestServer, startS3Server } from "../../../testing/s3.ts";
import { shiftClock } from "../../../testing/shifted-clock.ts";
import { readConfig } from "#server/config.ts";
import { databaseTime } from "#server/database/clock.ts";
import { UnavailableError } from "#server/unavailable.ts";
import { openBucket } from "./bucket-storage.ts";
import { builtFiles } from "./built-files.ts";
import { openFiles, openStorage } from "./files.ts";
import type { FileStorage } from "./storage.ts";
import { contentOf, temporaryFolder, testFiles } from "./testing.ts";

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

test.each([-3_600, 3_600])(
  "requests are signed with the time of the database, also if the process's clock is %i s ahead",
  async (seconds) => {
    let signed = "";
    const endpoint = await serve((req, res) => {
      signed = String(req.headers["x-amz-date"]);
      res.end();
    });
    shiftClock(seconds);
    onTestFinished(() => shiftClock(0));
    await openBucket({ ...s3.settings, endpoint }, log, quickRetries);
    const [, day, hour, minute, second] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(signed) ?? [];
    const text = `${day?.replace(/(....)(..)(..)/, "$1-$2-$3")}T${hour}:${minute}:${second}Z`;
    expect(Math.abs(Date.parse(text) - databaseTime().getTime())).toBeLessThan(60_000);
  },
);

test("the bucket's URL has no user, which errors would show in the log", () => {
  const bucket = { S3_REGION: "r", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "k", S3_SECRET_ACCESS_KEY: "s" };
  const read = () => readConfig({ ...bucket, S3_ENDPOINT: "https://someone:s3cret@host" });
  expect(read).toThrow("S3_ENDPOINT must have no user: the key has its own settings");
  expect(read).not.toThrow("s3cret");
});

test("a bucket with a wrong secret, key, region or name is rejected at once, without the secret in the message", async () => {
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

test("a bucket that can't be reached at the start can be used later", async () => {
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

test("a bucket that fails temporarily is retried", async () => {
  const storage = await openEmptyBucket();
  s3.failNext("503", 2);
  await storage.put(name, Buffer.from("x"));
  s3.failNext("503", 2);
  expect(await contentOf(storage, name)).toBe("x");
});

test("a bucket lists more files than one response has", async () => {
  const names = ["a", "b", "c", "d", "e", "f"].map((letter) => `${letter.repeat(8)}.bin`);
  const storage = (await openBucket(s3.settings, log, { pageSize: 4 }))(testFiles);
  onTestFinished(async () => storage.remove(names));
  for (const each of names) await storage.put(each, Buffer.from("x"));
  expect([...(await storage.list()).keys()].toSorted()).toEqual(names.toSorted());
});

test("a bucket that keeps failing is not retried forever", async () => {
  const storage = await openEmptyBucket();
  s3.failNext("503", 3);
  await expect(storage.put(name, Buffer.from("x"))).rejects.toThrow("PUT was 503 (SlowDown)");
  expect(await storage.read(name)).toBeUndefined();
});

test("a bucket that redirects to another host is not followed, and is rejected at the start", async () => {
  let requests = 0;
  const elsewhere = await serve((_, res) => void ((requests += 1), res.end("x")));
  const redirecting = await serve((_, res) => res.writeHead(307, { location: `${elsewhere}/stolen` }).end());
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

test("a bucket that doesn't say how long a file is, or sends it in an encoding, is a failure", async () => {
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

test("a bucket that never ends its lists and errors is a failure, after a time or a size", async () => {
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
    const storage = (await openBucket(settings, log, { ...quickRetries, timeoutMs: answer ? 10_000 : 100 }))(
      testFiles,
    );
    await expect(storage.list()).rejects.toThrow(UnavailableError);
    await expect(storage.remove([name])).rejects.toThrow(UnavailableError);
  }
});

test("a bucket that doesn't respond is a failure after a time", async () => {
  const storage = (await openBucket(s3.settings, log, { ...quickRetries, timeoutMs: 100 }))(testFiles);
  s3.failNext("hang", 1);
  await expect(storage.read(name)).rejects.toThrow(UnavailableError);
});

test("a bucket that is known not to work is not asked, and the state of the files says so", async () => {
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

test("the settings choose a bucket, or a folder in DATA_DIR", async () => {
  const dataDir = await temporaryFolder();
  const openFolders = await openStorage({ dataDir }, log);
  await (await openFolders(testFiles)).put(name, Buffer.from("x"));
  expect(await readdir(join(dataDir, "examples", "aa"))).toEqual([name]);
  const openInBucket = await openStorage({ s3: s3.settings, dataDir }, log);
  expect(await (await openInBucket(testFiles)).read(name)).toBeUndefined();
});

test("a start stores the built files in a folder of their own in the bucket, and a bucket that fails does not stop it", async () => {
  const warn = vi.fn();
  const clientDir = await temporaryFolder();
  await mkdir(join(clientDir, "assets"));
  await writeFile(join(clientDir, "assets", "app-before12.js"), "1");
  const start = async () => {
    const config = { s3: s3.settings, dataDir: "unused" };
    const files = await openFiles({ config, clientDir, log: { warn } as never });
    onTestFinished(() => files.stop());
  };
  const storage = (await openBucket(s3.settings, log))(builtFiles);
  onTestFinished(() => storage.remove(["app-before12.js"]));
  // The first request is that for the bucket itself, which is only logged.
  s3.failNext("drop", 2);
  await start();
  expect([...(await storage.list()).keys()]).toEqual([]);
  expect(warn).toHaveBeenCalledTimes(2);
  s3.requests.length = 0;
  await start();
  expect([...(await storage.list()).keys()]).toEqual(["app-before12.js"]);
  expect(s3.requests).toContain("PUT /files/assets/app-before12.js");
});
