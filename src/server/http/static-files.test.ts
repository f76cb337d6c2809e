import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, gunzipSync, brotliDecompressSync, gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { precompress } from "./precompress.ts";
import { openSocket, send, startServer } from "./testing.ts";

const script = `console.log(${JSON.stringify("example ".repeat(500))})`;

async function folderWith(files: Record<string, string | Buffer>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "app-static-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

async function startWithFiles() {
  const folder = await folderWith({
    "secret.txt": "outside",
    "client/assets/app-1a2b.js": script,
    "client/assets/app-1a2b.js.br": brotliCompressSync(script),
    "client/assets/app-1a2b.js.gz": gzipSync(script),
    "client/assets/logo-3c4d.png": Buffer.from([0x89, 0x50]),
    "client/favicon.svg": "<svg/>",
    "client/robots.txt": "User-agent: *",
    "client/a file é.txt": "named",
    "client/archive.tar.gz": "packed",
    "client/.env": "SECRET=1",
    "client/.vite/manifest.json": "{}",
    "client/assets/.hidden.js": "hidden",
  });
  await symlink(join(folder, "secret.txt"), join(folder, "client/link.txt"));
  await symlink(folder, join(folder, "client/up-link"));
  return startServer(() => new Response("the app", { status: 404 }), { clientDir: join(folder, "client") });
}

test("an asset can be cached forever: its name changes with its content", async () => {
  const server = await startWithFiles();
  const { status, headers, text } = await send(server, "/assets/app-1a2b.js");
  expect(status).toBe(200);
  expect(text).toBe(script);
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  expect(headers["content-security-policy"]).not.toContain("nonce");
});

test("other files are cached for minutes, then revalidated by their ETag", async () => {
  const server = await startWithFiles();
  const first = await send(server, "/favicon.svg");
  expect(first.headers["cache-control"]).toBe("public, max-age=300");
  expect(first.headers["content-type"]).toBe("image/svg+xml; charset=utf-8");
  const etag = first.headers.etag ?? "";
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
    const again = await send(server, "/favicon.svg", { headers: { "if-none-match": known } });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.etag).toBe(etag);
    expect(again.headers["cache-control"]).toBe("public, max-age=300");
  }
  const changed = await send(server, "/favicon.svg", { headers: { "if-none-match": '"x"' } });
  expect(changed.status).toBe(200);
});

test("a client that accepts compressed files gets those of the build, each with its own ETag", async () => {
  const server = await startWithFiles();
  const accepting = (encoding: string) =>
    send(server, "/assets/app-1a2b.js", { headers: { "accept-encoding": encoding } });
  const [brotli, gzip, plain] = [
    await accepting("gzip, br"),
    await accepting("br;q=0, gzip"),
    await accepting("br;q=0"),
  ];
  expect(brotli.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(brotli.bytes).toString()).toBe(script);
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(gzip.bytes).toString()).toBe(script);
  expect(plain.headers).not.toHaveProperty("content-encoding");
  expect(plain.text).toBe(script);
  for (const { headers, bytes } of [brotli, gzip, plain]) {
    expect(headers.vary).toBe("accept-encoding");
    expect(Number(headers["content-length"])).toBe(bytes.byteLength);
  }
  expect(new Set([brotli, gzip, plain].map(({ headers }) => headers.etag)).size).toBe(3);
});

test("HEAD has the same headers as GET, without the body", async () => {
  const server = await startWithFiles();
  const got = await send(server, "/assets/app-1a2b.js");
  const head = await send(server, "/assets/app-1a2b.js", { method: "HEAD" });
  expect(head.status).toBe(200);
  expect(head.text).toBe("");
  for (const name of ["content-length", "content-type", "etag", "vary", "cache-control"]) {
    expect(head.headers[name]).toBe(got.headers[name]);
  }
});

test("a missing asset is an uncached 404 in plain text, not a page", async () => {
  const server = await startWithFiles();
  for (const path of ["/assets/gone-9z.js", "/assets/", "/assets/..%2ffavicon.svg"]) {
    const { status, headers, text } = await send(server, path);
    expect(status).toBe(404);
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(headers["cache-control"]).toBe("no-store");
    expect(text).not.toBe("the app");
  }
});

test.each(["/assets/app-1a2b.js", "/robots.txt"])("%s can only be read", async (path) => {
  const server = await startWithFiles();
  for (const method of ["DELETE", "OPTIONS"]) {
    const { status, headers } = await send(server, path, { method, headers: { origin: server.url } });
    expect([method, status, headers.allow]).toEqual([method, 405, "GET, HEAD"]);
  }
});

test.each([
  "/.env",
  "/.vite/manifest.json",
  "/assets/.hidden.js",
  "/link.txt",
  "/up-link/secret.txt",
  "/assets/app-1a2b.js.br",
  "/../secret.txt",
  "/..%2fsecret.txt",
  "/%2e%2e/secret.txt",
  "/%2e%2e%2fsecret.txt",
  "/..\\secret.txt",
  "/..%5csecret.txt",
  "/assets/..%5c..%5c..%5csecret.txt",
  "/assets/%2e%2e/%2e%2e/secret.txt",
  "/favicon.svg%00",
  "/favicon.svg%00.js",
  "/favicon.svg/",
  "//favicon.svg",
  "/FAVICON.svg",
  "/assets",
  "/",
])("%s does not lead to a file", async (path) => {
  const server = await startWithFiles();
  const { status, text } = await send(server, path);
  expect([400, 404]).toContain(status);
  expect(text).not.toMatch(/outside|SECRET|hidden|svg|\{\}/);
});

test("for any path, only the built files are read", async () => {
  const server = await startWithFiles();
  const client = await openSocket(server);
  const piece = fc.constantFrom(
    "..",
    ".",
    "/",
    "\\",
    "%2e",
    "%2f",
    "%5c",
    "%00",
    "secret.txt",
    "assets",
    "link.txt",
    ".env",
    "up-link",
    "client",
  );
  let requestCount = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      requestCount += 1;
      client.write(`GET /${pieces.join("")} HTTP/1.1\r\nHost: ${new URL(server.url).host}\r\n\r\n`);
      const received = await client.until(
        new RegExp(`^(?:[^]*?HTTP/1\\.1 40[04]){${requestCount}}[^]*\n$|app$`),
      );
      expect(received).not.toMatch(/outside|SECRET/);
    }),
    { numRuns: 60 },
  );
});

test("file names can have spaces and non-ASCII letters", async () => {
  const server = await startWithFiles();
  expect((await send(server, "/a%20file%20%C3%A9.txt")).text).toBe("named");
  const archive = await send(server, "/archive.tar.gz");
  expect(archive.text).toBe("packed");
  expect(archive.headers).not.toHaveProperty("content-encoding");
  expect(archive.headers["content-type"]).toBe("application/octet-stream");
});

test("assets are logged at debug", async () => {
  const server = await startWithFiles();
  await send(server, "/assets/app-1a2b.js");
  await send(server, "/assets/gone.js");
  expect(server.logged.map(({ level, path }) => ({ level, path }))).toEqual([
    { level: 20, path: "/assets/app-1a2b.js" },
    { level: 30, path: "/assets/gone.js" },
  ]);
});

test("precompress writes both compressed versions where they are smaller, and the server sends them", async () => {
  const folder = await folderWith({
    "assets/app-1a2b.js": script,
    "assets/small-1a2b.js": "a".repeat(1000),
    "assets/photo-1a2b.png": Buffer.from("a".repeat(5000)),
    "assets/.hidden.js": script,
  });
  for (let count = 0; count < 2; count++) {
    await precompress(folder);
    expect(
      (await readdir(folder, { recursive: true })).filter((name) => /\.(br|gz)$/.test(name)).sort(),
    ).toEqual(["assets/app-1a2b.js.br", "assets/app-1a2b.js.gz"]);
  }

  const server = await startServer(undefined, { clientDir: folder });
  const packed = await send(server, "/assets/app-1a2b.js", { headers: { "accept-encoding": "br" } });
  expect(brotliDecompressSync(packed.bytes).toString()).toBe(script);
});
