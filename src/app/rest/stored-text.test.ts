import { gunzipSync, zstdDecompressSync } from "node:zlib";
import * as zlib from "node:zlib";
import { expect, test, vi } from "vitest";
import { storedText } from "./stored-text.server.ts";

vi.mock("node:zlib", async (load) => {
  const original = await load<typeof zlib>();
  return { ...original, gzip: vi.fn(original.gzip), zstdCompress: vi.fn(original.zstdCompress) };
});

const text = "Books. ".repeat(1_000);
const send = storedText(text, { "content-type": "text/plain", "cache-control": "no-cache" });
const get = (headers: Record<string, string>) => send(new Request("http://localhost/", { headers }));
const bytes = async (response: Response) => Buffer.from(await response.arrayBuffer());

test("a stored text is compressed once for each encoding, however many ask for it", async () => {
  for (const each of [1, 2, 3]) {
    expect([each, gunzipSync(await bytes(await get({ "accept-encoding": "gzip" }))).toString()]).toEqual([
      each,
      text,
    ]);
    expect(zstdDecompressSync(await bytes(await get({ "accept-encoding": "zstd, gzip" }))).toString()).toBe(
      text,
    );
  }
  expect(await (await get({})).text()).toBe(text);
  expect([zlib.gzip, zlib.zstdCompress].map((each) => vi.mocked(each).mock.calls.length)).toEqual([1, 1]);
});

test("a client that has a stored text gets 304 with the same headers", async () => {
  const { headers } = await get({ "accept-encoding": "gzip" });
  const again = await get({ "if-none-match": headers.get("etag") ?? "" });
  expect([again.status, await again.text()]).toEqual([304, ""]);
  for (const name of ["etag", "vary", "cache-control"])
    expect(again.headers.get(name)).toBe(headers.get(name));
  expect((await get({ "if-none-match": 'W/"other"' })).status).toBe(200);
});
