import { expect, test } from "vitest";
import { send, startServer, type TestServer } from "../http/testing.ts";
import { temporaryBucket } from "../../../testing/bucket.ts";
import { createFileHandler } from "./file-handler.ts";
import type { FileStorage } from "./storage.ts";
import { temporaryStorage, testFiles } from "./testing.ts";

const [large, small, absent] = ["aaaaaaaa.bin", "aaaaaaaa.png", "bbbbbbbb.bin"];
const content = Buffer.from("picture".repeat(50_000));

async function startWith(storage: FileStorage): Promise<TestServer> {
  await storage.put(large, content);
  await storage.put(small, Buffer.from("small"));
  return await startServer(() => new Response("the application"), {
    fileHandlers: [createFileHandler(testFiles, storage)],
  });
}

const startWithFolder = async () => startWith(await temporaryStorage(testFiles));

test.each([
  ["a folder", temporaryStorage],
  ["a bucket", temporaryBucket], // optional: bucket
])("a file in %s is sent whole, cacheable forever, with a policy that runs nothing", async (_, open) => {
  const server = await startWith(await open(testFiles));
  const response = await send(server, `/examples/${large}`, { headers: { "accept-encoding": "br, gzip" } });
  expect(response.status).toBe(200);
  expect(response.bytes.equals(content)).toBe(true);
  expect(response.headers).toMatchObject({
    "content-type": "application/octet-stream",
    "content-length": String(content.byteLength),
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    etag: `"${large}"`,
  });
  expect(response.headers["content-encoding"]).toBeUndefined();
  expect((await send(server, `/examples/${small}`)).headers).toMatchObject({ "content-type": "image/png" });
});

test("HEAD returns the headers only", async () => {
  const server = await startWithFolder();
  const { status, headers, bytes } = await send(server, `/examples/${large}`, { method: "HEAD" });
  expect([status, headers["content-length"], bytes.byteLength]).toEqual([200, String(content.byteLength), 0]);
  expect((await send(server, `/examples/${absent}`, { method: "HEAD" })).status).toBe(404);
});

test("a cached file is not sent again, and a deleted one is not found", async () => {
  const server = await startWithFolder();
  const request = (name: string, tag: string) =>
    send(server, `/examples/${name}`, { headers: { "if-none-match": tag } });
  const cached = await request(large, `"other", W/"${large}"`);
  expect([cached.status, cached.bytes.byteLength, cached.headers.etag]).toEqual([304, 0, `"${large}"`]);
  expect((await request(large, '"other"')).status).toBe(200);
  expect((await request(absent, "*")).status).toBe(404);
});

test.each([
  "/examples/",
  "/examples/x",
  `/examples/${absent}`,
  `/examples/${large}/`,
  `/examples//${large}`,
  `/examples/aa/${large}`,
  `/examples/${large.toUpperCase()}`,
  `/examples/%61${large.slice(1)}`,
  "/examples/..%2f..%2fetc%2fpasswd",
  "/examples/%2e%2e/%2e%2e/etc/passwd%2f..%2fexamples/",
  "/examples/..%5c..%5csecret",
  "/examples/drafts",
  "/examples/%c3%a9",
])("%s is not found, and that is not cached", async (path) => {
  const server = await startWithFolder();
  const { status, headers, text } = await send(server, path);
  expect([status === 404 || text === "the application", headers["cache-control"]]).toEqual([
    true,
    "no-store",
  ]);
  expect(text).toMatch(/^(File not found\.\n|the application)$/);
});

test("only GET and HEAD are supported", async () => {
  const server = await startWithFolder();
  for (const method of ["POST", "PUT", "DELETE"]) {
    const response = await send(server, `/examples/${large}`, { method, headers: { origin: server.url } });
    expect([response.status, response.headers.allow]).toEqual([405, "GET, HEAD"]);
  }
  expect((await send(server, `/examples/${large}`)).status).toBe(200);
});

test("a failing storage is a server error, which is logged", async () => {
  const server = await startServer(undefined, {
    fileHandlers: [
      createFileHandler(testFiles, { read: () => Promise.reject(new Error("the storage is down")) }),
    ],
  });
  const { status, text, headers } = await send(server, `/examples/${large}`);
  expect([status, headers["cache-control"]]).toEqual([500, "no-store"]);
  expect(text).not.toContain("storage");
  expect(JSON.stringify(server.logged)).toContain("the storage is down");
});
