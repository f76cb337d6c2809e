import { addAbortListener } from "node:events";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import {
  constants,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import { chooseEncoding, isCompressible, minCompressedBytes } from "./content-encoding.ts";
import { endResponse, type HttpContext, serverHeaders, writeHead } from "./http-context.ts";
import type { ResponseHeaders } from "./security-headers.ts";

/** Zstandard is the fastest encoding. Safari has no Zstandard. */
export const encodings = ["zstd", "gzip"] as const;
type Encoding = (typeof encodings)[number];

export const compress = {
  zstd: promisify<string | Uint8Array, Buffer>(zstdCompress),
  gzip: promisify<string | Uint8Array, Buffer>(gzip),
};

/** These are compressed in less than a millisecond: handing them to another thread takes several times as long. */
const maxSyncBytes = 64 * 1024;
const compressSync = { zstd: zstdCompressSync, gzip: gzipSync };

/** These flush after every chunk, so that the client receives each at once. */
const createEncoder = {
  zstd: () => createZstdCompress({ flush: constants.ZSTD_e_flush }),
  gzip: () => createGzip({ flush: constants.Z_SYNC_FLUSH }),
};

/**
 * Sends a handler's response with our headers, compressed if the client accepts it. It waits for the body's first chunk:
 * if that fails, an error response can still be sent.
 * @param signal stops reading the body when it aborts
 * @throws the body's error, or the reason of `signal` before the response has started
 */
export async function sendResponse(
  context: HttpContext,
  response: Response,
  signal: AbortSignal,
): Promise<void> {
  const { req, res, info, security } = context;
  const { status, body } = response;
  const cookies = response.headers.getSetCookie();
  const headers = serverHeaders(security, info.requestId, {
    "content-security-policy": security.policy(info.nonce),
    ...Object.fromEntries(response.headers),
    ...(cookies.length > 0 && { "set-cookie": cookies }),
  });
  const encoding = negotiateEncoding(context, status, headers);

  if (!body || req.method === "HEAD" || status === 204 || status === 304) {
    void body?.cancel().catch(() => {});
    if (req.method !== "HEAD" && status !== 204 && status !== 304) headers["content-length"] = "0";
    writeHead(context, status, headers);
    return await endResponse(context);
  }
  // Handlers have all of their JSON at once. As a text, it is sent together with the headers.
  if (headers["content-type"] === "application/json" && !headers["content-encoding"])
    return await sendWhole(await response.text());
  const reader = body.getReader();
  addAbortListener(signal, () => void reader.cancel(signal.reason).catch(() => {}));
  const start = isEventStream(response) ? {} : await readStart(reader);
  if (start.whole) return await sendWhole(start.whole);
  signal.throwIfAborted();
  if (encoding) setEncoding(headers, encoding);
  writeHead(context, status, headers);
  res.flushHeaders();
  const read = () => context.slots.run(() => reader.read(), signal);
  const source = Readable.from(readChunks(read, start.chunks), { objectMode: false });
  if (encoding) await pipeline(source, createEncoder[encoding](), res, { end: false });
  else await pipeline(source, res, { end: false });
  await endResponse(context);

  async function sendWhole(whole: string | Uint8Array) {
    signal.throwIfAborted();
    const length = Buffer.byteLength(whole);
    let bytes = whole;
    if (encoding && length >= minCompressedBytes) {
      bytes = await (length <= maxSyncBytes ? compressSync : compress)[encoding](whole);
      setEncoding(headers, encoding);
    }
    headers["content-length"] = String(Buffer.byteLength(bytes));
    writeHead(context, status, headers);
    return await endResponse(context, bytes);
  }
}

/** Whether a response is a stream of Server-Sent Events, which may begin late and doesn't end. */
export function isEventStream({ headers }: Response): boolean {
  return headers.get("content-type")?.startsWith("text/event-stream") ?? false;
}

type Reader = ReadableStreamDefaultReader<Uint8Array>;
type Chunk = Promise<Awaited<ReturnType<Reader["read"]>>>;

/** Reads a body that ends with its first chunk, as texts do; of a longer one only the first chunk. */
async function readStart(reader: Reader): Promise<{ whole?: Uint8Array; chunks?: Chunk[] }> {
  const first = reader.read();
  const { value = new Uint8Array(), done } = await first;
  if (done) return { whole: value };
  const second = reader.read();
  second.catch(() => {}); // It is thrown where the chunks are read.
  const next = await Promise.race([second, setImmediate(undefined)]);
  return next?.done ? { whole: value } : { chunks: [first, second] };
}

/** Reads the rest of a body, after chunks that are already being read. */
async function* readChunks(read: () => Chunk, chunks: Chunk[] = []): AsyncGenerator<Uint8Array> {
  for (;;) {
    const { done, value } = await (chunks.shift() ?? read());
    if (done) return;
    if (value.byteLength > 0) yield value;
  }
}

/** Chooses the encoding of the response, and adds the Vary header that caches need for it. */
function negotiateEncoding(
  { req }: HttpContext,
  status: number,
  headers: ResponseHeaders,
): Encoding | undefined {
  const isFinal =
    status === 206 || headers["content-encoding"] || headers["cache-control"]?.includes("no-transform");
  if (isFinal || !isCompressible(String(headers["content-type"] ?? ""))) return undefined;
  if (!headers.vary?.includes("accept-encoding"))
    headers.vary = headers.vary ? `${headers.vary}, accept-encoding` : "accept-encoding";
  return chooseEncoding(req.headers["accept-encoding"]?.toString(), encodings);
}

function setEncoding(headers: ResponseHeaders, encoding: Encoding): void {
  headers["content-encoding"] = encoding;
  delete headers["content-length"];
  // A strong ETag promises identical bytes, which differ by encoding.
  if (typeof headers.etag === "string") headers.etag = headers.etag.replace(/^"/, 'W/"');
}
