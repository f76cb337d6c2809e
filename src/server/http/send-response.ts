import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import {
  brotliCompress,
  brotliCompressSync,
  constants,
  createBrotliCompress,
  createGzip,
  createZstdCompress,
  gzip,
  gzipSync,
  zstdCompress,
  zstdCompressSync,
} from "node:zlib";
import {
  chooseEncoding,
  type Encoding,
  encodings,
  isCompressible,
  minCompressedBytes,
} from "./content-encoding.ts";
import { endResponse, type HttpContext, writeHead } from "./http-context.ts";
import { type Batch, readBatches } from "./response-body.ts";
import { type ResponseHeaders, responseHeaders } from "./security-headers.ts";
import type { HandlerResponse } from "./text-response.ts";

/** A handler's response before anything of it is sent. */
export type PreparedResponse = {
  status: number;
  headers: ResponseHeaders;
  encoding: Encoding | undefined;
  isEventStream: boolean;
  /** The body, if it is known as a whole. */
  whole?: string | Uint8Array;
  /** The start of a longer body; undefined for event streams, which may start late. */
  first?: Batch;
  rest?: AsyncGenerator<Batch>;
};

const brotliQuality = 4;
const gzipLevel = 6;
const compressBrotli = promisify<Uint8Array, object, Buffer>(brotliCompress);
/** These are compressed in less than a millisecond: handing them to another thread would take longer. */
const maxSyncBytes = { zstd: 256 * 1024, br: 64 * 1024, gzip: 64 * 1024 };
const compressZstd = promisify<Uint8Array, Buffer>(zstdCompress);
const compressGzip = promisify<Uint8Array, object, Buffer>(gzip);

/** Waits for the start of the body: if it fails, an error response can still be sent. */
export async function prepareResponse(
  context: HttpContext,
  response: HandlerResponse,
  signal: AbortSignal,
): Promise<PreparedResponse> {
  const { req, info, security } = context;
  const { status } = response;
  const headers = responseHeaders(response.headers, security, info.nonce);
  headers["x-request-id"] = info.requestId;
  const isEventStream = String(headers["content-type"]).startsWith("text/event-stream");
  const encoding = negotiateEncoding(context, status, headers);
  const prepared = { status, headers, encoding, isEventStream };

  const hasNoBody = req.method === "HEAD" || status === 204 || status === 304;
  if (!(response instanceof Response)) {
    const { text } = response;
    return hasNoBody || !text ? prepared : { ...prepared, whole: text };
  }
  const { body } = response;
  if (!body || hasNoBody) {
    void body?.cancel().catch(() => {});
    return prepared;
  }
  const rest = readBatches(body, signal);
  if (isEventStream) return { ...prepared, rest };
  const { value: first } = await rest.next();
  return first?.isLast ? { ...prepared, whole: first.bytes } : { ...prepared, first, rest };
}

/** Sends a prepared response. @throws the body's error, if it fails after its start */
export async function sendResponse(
  context: HttpContext,
  { status, headers, encoding, isEventStream, whole, first, rest }: PreparedResponse,
): Promise<void> {
  const { req, res } = context;
  if (whole !== undefined) {
    const body = await compressWhole(whole, encoding, headers);
    headers["content-length"] = String(Buffer.byteLength(body));
    writeHead(context, status, headers);
    await endResponse(context, body);
    return;
  }
  if (!rest) {
    if (req.method !== "HEAD" && status !== 204 && status !== 304) headers["content-length"] = "0";
    writeHead(context, status, headers);
    await endResponse(context);
    return;
  }
  if (encoding) setEncoding(headers, encoding);
  writeHead(context, status, headers);
  if (isEventStream) return await sendEventStream(context, rest);
  const source = Readable.from(joinBatches(first, rest), { objectMode: false });
  if (encoding) await pipeline(source, createEncoder(encoding), res, { end: false });
  else await pipeline(source, res, { end: false });
  await endResponse(context);
}

/**
 * Sends headers at once, and events as they come. Each event resets the socket's timeout, so a client that has stopped
 * reading is detected here.
 */
async function sendEventStream(context: HttpContext, events: AsyncGenerator<Batch>): Promise<void> {
  const { res, limits } = context;
  res.flushHeaders();
  let lastDrainedAt = performance.now();
  for await (const { bytes } of events) {
    if (res.closed) return;
    if (res.writableLength === 0) lastDrainedAt = performance.now();
    if (performance.now() - lastDrainedAt > limits.stallTimeoutMs) return void res.destroy();
    if (bytes.byteLength > 0) res.write(bytes);
  }
  await endResponse(context);
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
  headers.vary = headers.vary ? `${headers.vary}, accept-encoding` : "accept-encoding";
  return chooseEncoding(req.headers["accept-encoding"]?.toString(), encodings);
}

async function compressWhole(
  body: string | Uint8Array,
  encoding: Encoding | undefined,
  headers: ResponseHeaders,
): Promise<string | Uint8Array> {
  if (!encoding || body.length < minCompressedBytes) return body;
  setEncoding(headers, encoding);
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const { byteLength } = bytes;
  const isSync = byteLength <= maxSyncBytes[encoding];
  if (encoding === "zstd") return isSync ? zstdCompressSync(bytes) : compressZstd(bytes);
  if (encoding === "gzip")
    return isSync ? gzipSync(bytes, { level: gzipLevel }) : compressGzip(bytes, { level: gzipLevel });
  const options = {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: byteLength,
    },
  };
  return isSync ? brotliCompressSync(bytes, options) : compressBrotli(bytes, options);
}

/** An encoder that flushes after every chunk, so that the client receives each at once. */
function createEncoder(encoding: Encoding) {
  if (encoding === "zstd") return createZstdCompress({ flush: constants.ZSTD_e_flush });
  if (encoding === "gzip") return createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH });
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });
}

function setEncoding(headers: ResponseHeaders, encoding: Encoding): void {
  headers["content-encoding"] = encoding;
  delete headers["content-length"];
  // A strong ETag promises identical bytes, which differ by encoding.
  if (typeof headers.etag === "string") headers.etag = headers.etag.replace(/^"/, 'W/"');
}

async function* joinBatches(
  first: Batch | undefined,
  rest: AsyncGenerator<Batch>,
): AsyncGenerator<Uint8Array> {
  try {
    if (first) yield first.bytes;
    for await (const { bytes } of rest) {
      if (bytes.byteLength > 0) yield bytes;
    }
  } finally {
    await rest.return(undefined);
  }
}
