import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from "node:zlib";
import { readBatches } from "./request-body.ts";
import type { Batch } from "./request-body.ts";
import {
  type Encoding,
  chooseEncoding,
  encodings,
  isCompressible,
  minCompressedBytes,
} from "./content-encoding.ts";
import { endResponse, type HttpContext, writeHead } from "./http-context.ts";
import { type ResponseHeaders, responseHeaders } from "./security-headers.ts";

/** An app's answer of which nothing is sent yet. */
export type PreparedResponse = {
  status: number;
  headers: ResponseHeaders;
  encoding: Encoding | undefined;
  isEventStream: boolean;
  /** What of the body is there; without one there is no body. An event stream's is not waited for. */
  first: Batch | undefined;
  rest: AsyncGenerator<Batch> | undefined;
};

const brotliQuality = 4;
const gzipLevel = 6;
const brotli = promisify<Uint8Array, object, Buffer>(brotliCompress);
const gzipAsync = promisify<Uint8Array, object, Buffer>(gzip);

/** Waits for the beginning of the app's answer, so that a failure up to there can still be said. */
export async function prepareResponse(
  exchange: HttpContext,
  response: Response,
  signal: AbortSignal,
): Promise<PreparedResponse> {
  const { req, info, security } = exchange;
  const headers = responseHeaders(response.headers, security, info.nonce);
  headers["x-request-id"] = info.requestId;
  const contentType = response.headers.get("content-type") ?? "";
  const isEventStream = contentType.startsWith("text/event-stream");
  const encoding = negotiateEncoding(exchange, response, headers, contentType);
  const withoutBody = {
    status: response.status,
    headers,
    encoding,
    isEventStream,
    first: undefined,
    rest: undefined,
  };

  if (!response.body || req.method === "HEAD" || response.status === 204 || response.status === 304) {
    void response.body?.cancel().catch(() => {});
    return withoutBody;
  }
  const rest = readBatches(response.body, signal);
  if (isEventStream) return { ...withoutBody, rest };
  const { value: first } = await rest.next();
  return { ...withoutBody, first, rest };
}

/** Sends a prepared answer to its end. @throws what the app's body throws, once the answer has begun. */
export async function sendResponse(
  exchange: HttpContext,
  { status, headers, encoding, isEventStream, first, rest }: PreparedResponse,
): Promise<void> {
  const { res } = exchange;
  if (!rest) {
    if (exchange.req.method !== "HEAD" && status !== 204 && status !== 304) headers["content-length"] = "0";
    writeHead(exchange, status, headers);
    await endResponse(exchange);
    return;
  }
  if (first?.isLast) {
    const bytes = await compressWhole(first.bytes, encoding, headers);
    headers["content-length"] = String(bytes.byteLength);
    writeHead(exchange, status, headers);
    await endResponse(exchange, bytes);
    return;
  }
  if (encoding) markEncoded(headers, encoding);
  writeHead(exchange, status, headers);
  if (isEventStream) return await sendEventStream(exchange, rest);
  const source = Readable.from(bytesOf(first, rest), { objectMode: false });
  if (encoding) await pipeline(source, createEncoder(encoding), res, { end: false });
  else await pipeline(source, res, { end: false });
  await endResponse(exchange);
}

/**
 * An event stream begins before its first event. Each event gives a client that has stopped reading another while until its
 * connection counts as stalled, so here it is cut when nothing has been taken for as long.
 */
async function sendEventStream(exchange: HttpContext, rest: AsyncGenerator<Batch>): Promise<void> {
  const { res, limits } = exchange;
  res.flushHeaders();
  let allTakenAt = performance.now();
  for await (const { bytes } of rest) {
    if (res.closed) return;
    if (res.writableLength === 0) allTakenAt = performance.now();
    if (performance.now() - allTakenAt > limits.stallTimeoutMs) return void res.destroy();
    if (bytes.byteLength > 0) res.write(bytes);
  }
  await endResponse(exchange);
}

/** Decides on the encoding, and says in Vary that it was decided. */
function negotiateEncoding(
  { req }: HttpContext,
  response: Response,
  headers: ResponseHeaders,
  contentType: string,
): Encoding | undefined {
  const isFinal =
    response.status === 206 ||
    response.headers.has("content-encoding") ||
    response.headers.get("cache-control")?.includes("no-transform");
  if (isFinal || !isCompressible(contentType)) return undefined;
  headers.vary = [response.headers.get("vary"), "accept-encoding"].filter(Boolean).join(", ");
  return chooseEncoding(req.headers["accept-encoding"]?.toString(), encodings);
}

async function compressWhole(
  bytes: Uint8Array,
  encoding: Encoding | undefined,
  headers: ResponseHeaders,
): Promise<Uint8Array> {
  if (!encoding || bytes.byteLength < minCompressedBytes) return bytes;
  markEncoded(headers, encoding);
  if (encoding === "gzip") return gzipAsync(bytes, { level: gzipLevel });
  return brotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}

/** An encoder that passes on all it has after every piece, so that nothing of a page waits in it. */
function createEncoder(encoding: Encoding) {
  if (encoding === "gzip") return createGzip({ level: gzipLevel, flush: constants.Z_SYNC_FLUSH });
  return createBrotliCompress({
    flush: constants.BROTLI_OPERATION_FLUSH,
    params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_LGWIN]: 18 },
  });
}

function markEncoded(headers: ResponseHeaders, encoding: Encoding): void {
  headers["content-encoding"] = encoding;
  delete headers["content-length"];
  // The bytes differ by encoding, so the tag no longer promises the same bytes.
  if (typeof headers.etag === "string") headers.etag = headers.etag.replace(/^"/, 'W/"');
}

async function* bytesOf(first: Batch | undefined, rest: AsyncGenerator<Batch>): AsyncGenerator<Uint8Array> {
  try {
    if (first) yield first.bytes;
    for await (const { bytes } of rest) {
      if (bytes.byteLength > 0) yield bytes;
    }
  } finally {
    await rest.return(undefined);
  }
}
