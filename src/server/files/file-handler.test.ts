import { expect, onTestFinished, test } from "vitest";
import { startS3Server } from "../../../testing/s3.ts";
import { send, startServer, type TestServer } from "../http/testing.ts";
import { createFileHandler } from "./files.ts";
import { openBucket } from "./bucket-storage.ts";
import { imageFileNames, imageFiles } from "./names.ts";
import type { FileStorage } from "./storage.ts";
import { testImageId, temporaryStorage } from "./testing.ts";
import { imageUploadRule, maxImageBytes } from "./store-image.ts";

const [avif = "", webp = "", absent = ""] = imageFileNames({ id: testImageId("a"), widths: [320, 640] });
const content = Buffer.from("picture".repeat(50_000));

async function startWith(storage: FileStorage): Promise<TestServer> {
  await storage.put(avif, content);
  await storage.put(webp, Buffer.from("small"));
  return await startServer(() => new Response("the application"), {
    fileHandlers: [createFileHandler(imageFiles, storage)],
  });
}

async function startWithBucket(): Promise<TestServer> {
  const s3 = await startS3Server();
  onTestFinished(() => s3.close());
  const open = await openBucket(s3.settings, { warn: () => undefined });
  return await startWith(open(imageFiles));
}

const startWithFolder = async () => startWith(await temporaryStorage());

test.each([
  ["a folder", startWithFolder],
  ["a bucket", startWithBucket],
])("a file in %s is sent whole, cacheable forever, with a policy for images", async (_, start) => {
  const server = await start();
  const response = await send(server, `/files/${avif}`, { headers: { "accept-encoding": "br, gzip" } });
  expect(response.status).toBe(200);
  expect(response.bytes.equals(content)).toBe(true);
  expect(response.headers).toMatchObject({
    "content-type": "image/avif",
    "content-length": String(content.byteLength),
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "cross-origin-resource-policy": "same-origin",
    "x-content-type-options": "nosniff",
    etag: `"${avif}"`,
  });
  expect(response.headers["content-encoding"]).toBeUndefined();
  expect((await send(server, `/files/${webp}`)).headers).toMatchObject({ "content-type": "image/webp" });
});

test("HEAD returns the headers only", async () => {
  const server = await startWithFolder();
  const { status, headers, bytes } = await send(server, `/files/${avif}`, { method: "HEAD" });
  expect([status, headers["content-length"], bytes.byteLength]).toEqual([200, String(content.byteLength), 0]);
  expect((await send(server, `/files/${absent}`, { method: "HEAD" })).status).toBe(404);
});

test("a cached file is not sent again, and a deleted one is not found", async () => {
  const server = await startWithFolder();
  const request = (name: string, tag: string) =>
    send(server, `/files/${name}`, { headers: { "if-none-match": tag } });
  const cached = await request(avif, `"other", W/"${avif}"`);
  expect([cached.status, cached.bytes.byteLength, cached.headers.etag]).toEqual([304, 0, `"${avif}"`]);
  expect((await request(avif, '"other"')).status).toBe(200);
  expect((await request(absent, "*")).status).toBe(404);
});

test.each([
  "/files/",
  "/files/x",
  `/files/${absent}`,
  `/files/${avif}/`,
  `/files//${avif}`,
  `/files/aa/${avif}`,
  `/files/${avif.toUpperCase()}`,
  `/files/%61${avif.slice(1)}`,
  "/files/..%2f..%2fetc%2fpasswd",
  "/files/%2e%2e/%2e%2e/etc/passwd%2f..%2ffiles/",
  "/files/..%5c..%5csecret",
  "/files/drafts",
  "/files/%c3%a9",
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
    const response = await send(server, `/files/${avif}`, { method, headers: { origin: server.url } });
    expect([response.status, response.headers.allow]).toEqual([405, "GET, HEAD"]);
  }
  expect((await send(server, `/files/${avif}`)).status).toBe(200);
});

test("a failing storage is a server error, which is logged", async () => {
  const server = await startServer(undefined, {
    fileHandlers: [
      createFileHandler(imageFiles, { read: () => Promise.reject(new Error("the bucket is down")) }),
    ],
  });
  const { status, text, headers } = await send(server, `/files/${avif}`);
  expect([status, headers["cache-control"]]).toEqual([500, "no-store"]);
  expect(text).not.toContain("bucket");
  expect(JSON.stringify(server.logged)).toContain("the bucket is down");
});

test("images of up to 10 MB can be uploaded to the paths of features, from our own pages", async () => {
  const server = await startServer(
    async (request) => new Response(String((await request.arrayBuffer()).byteLength)),
    { bodyRules: [imageUploadRule(/^\/api\/pictures$/)], limits: { lingerTimeoutMs: 50 } },
  );
  const upload = (path: string, type: string, size: number, origin = server.url) =>
    send(server, path, { method: "POST", headers: { origin, "content-type": type }, body: "x".repeat(size) });
  for (const type of ["image/jpeg", "image/png", "image/webp", "image/avif", "application/octet-stream"]) {
    expect(await upload("/api/pictures", type, 2_000_000)).toMatchObject({ status: 200, text: "2000000" });
  }
  expect((await upload("/api/pictures", "image/png", maxImageBytes)).text).toBe(String(maxImageBytes));
  expect((await upload("/api/pictures", "image/png", maxImageBytes + 1)).status).toBe(413);
  expect((await upload("/api/pictures", "image/svg+xml", 10)).status).toBe(415);
  expect((await upload("/api/pictures", "multipart/form-data; boundary=x", 10)).status).toBe(415);
  expect((await upload("/api/pictures/1", "image/png", 10)).status).toBe(415);
  expect((await upload("/api/pictures", "image/png", 10, "https://evil.example")).status).toBe(403);
});
