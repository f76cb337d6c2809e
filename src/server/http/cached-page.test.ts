import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createCachedPage, pageBody } from "./cached-page.ts";

const nonce = "the-nonce";
const page = (html: string, placeholders: string[] = []) =>
  createCachedPage({
    status: 200,
    headers: { "content-security-policy": `script-src 'self' 'nonce-${nonce}'` },
    html,
    nonce,
    placeholders,
  });

test("inline scripts are allowed by their hashes, and the nonce is left out", async () => {
  const cached = await page(
    `<script src="/a.js" nonce="${nonce}"></script><script nonce="${nonce}">go()</script>`,
  );
  const { bytes, headers } = pageBody(cached!, {}, undefined);
  expect(bytes.toString()).toBe(`<script src="/a.js"></script><script>go()</script>`);
  // openssl dgst -sha256 -binary | base64
  expect(headers["content-security-policy"]).toBe(
    "script-src 'self' 'sha256-5KYv+PUboo5h+0+YAtGRPbwv5d/QxzHslP4YGnUaxRw='",
  );
});

test.each([
  ["has a nonce in its text", `<p>${nonce}</p>`],
  ["has a visitor's value in a script", `<script nonce="${nonce}">greet("VISITOR@x")</script>`],
  ["has an encoded value in a script", `<script nonce="${nonce}">open("?VISITOR%40x")</script>`],
])("a page that %s can't be cached", async (_, html) => {
  expect(await page(html, ["VISITOR@x"])).toBeUndefined();
});

test("a visitor's values are written into texts, and encoded into URLs, in every encoding", async () => {
  const cached = await page(`<p>Hello VISITOR@x</p>${"<br>".repeat(400)}<a href="/?to=VISITOR%40x">…</a>`, [
    "VISITOR@x",
  ]);
  const expected = `<p>Hello é@example.org</p>${"<br>".repeat(400)}<a href="/?to=%C3%A9%40example.org">…</a>`;
  const body = (encoding?: string) => pageBody(cached!, { "VISITOR@x": "é@example.org" }, encoding);
  expect(body().bytes.toString()).toBe(expected);
  const gzip = body("br, gzip");
  expect(gzip.headers["content-encoding"]).toBe("gzip");
  expect(gzip.headers["content-length"]).toBe(String(gzip.bytes.byteLength));
  expect(gunzipSync(gzip.bytes).toString()).toBe(expected);
  expect(gzip.bytes.byteLength).toBeLessThan(250);
});

test("a page without values is compressed once with Brotli", async () => {
  const cached = await page("<br>".repeat(400));
  const { bytes, headers } = pageBody(cached!, {}, "gzip, br");
  expect(headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(bytes).toString()).toBe("<br>".repeat(400));
});
