import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { matchesEtag } from "./etag.ts";
import { chooseEncoding, type Encoding, encodings, isCompressible } from "./content-encoding.ts";
import { type HttpContext, serverHeaders, sendText, writeHead } from "./http-context.ts";

/** The files that the browser may have, by URL path; nothing else on disk can be reached. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

type StaticFile = {
  contentType: string;
  cacheControl: string;
  plain: Variant;
  encoded: Partial<Record<Encoding, Variant>>;
};
type Variant = {
  file: string;
  size: number;
  etag: string;
  /** Kept where small. */ bytes: Buffer | undefined;
};

/** The build puts files here under names that change with their content. */
const assets = "/assets/";
const suffixes: Record<Encoding, string> = { br: ".br", gzip: ".gz" };
const maxCachedBytes = 1024 * 1024;
const contentTypes: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpeg": "image/jpeg",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".mjs": "text/javascript; charset=utf-8",
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};

/** The content type that a file's name stands for. */
export function contentTypeOf(name: string): string {
  return contentTypes[extname(name).toLowerCase()] ?? "application/octet-stream";
}

/**
 * The ordinary files of a folder with their paths below it, "/" between the parts. Links, and files and folders
 * whose name begins with a dot, are left out.
 */
export async function listFiles(folder: string): Promise<Array<{ file: string; path: string }>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const file = join(entry.parentPath, entry.name);
      return { file, path: relative(folder, file).split(sep).join("/") };
    })
    .filter(({ path }) => !path.split("/").some((part) => part.startsWith(".")));
}

/**
 * Reads the built files once. `x.js.br` and `x.js.gz` beside `x.js` are its compressed forms (`precompress`).
 * @throws where the folder can't be read.
 */
export async function indexStaticFiles(clientDir: string): Promise<StaticFiles> {
  const listed = await listFiles(clientDir);
  const fileOf = new Map(listed.map(({ file, path }) => [path, file]));
  const index = new Map<string, StaticFile>();
  for (const { file, path } of listed) {
    const isVariant = Object.values(suffixes).some(
      (suffix) => path.endsWith(suffix) && fileOf.has(path.slice(0, -suffix.length)),
    );
    if (isVariant) continue;
    const encoded: StaticFile["encoded"] = {};
    for (const encoding of encodings) {
      const variant = fileOf.get(path + suffixes[encoding]);
      if (variant) encoded[encoding] = await readVariant(variant);
    }
    index.set(`/${path}`, {
      contentType: contentTypeOf(path),
      cacheControl: `/${path}`.startsWith(assets)
        ? "public, max-age=31536000, immutable"
        : "public, max-age=300",
      plain: await readVariant(file),
      encoded,
    });
  }
  return index;
}

/**
 * Answers what the built files have an answer for; false where the app is to answer. A missing asset is a plain
 * 404: after a new build, an old page must not get a page of HTML for a script.
 */
export function handleStaticFile(exchange: HttpContext, files: StaticFiles): boolean {
  const { req, path } = exchange;
  const isReading = req.method === "GET" || req.method === "HEAD";
  const found = files.get(decodePath(path));
  if (found && isReading) {
    sendFile(exchange, found);
    return true;
  }
  if (!path.startsWith(assets)) return false;
  if (isReading) sendText(exchange, { status: 404, text: "There is no such file.\n" });
  else
    sendText(exchange, { status: 405, text: "Files can only be read.\n", headers: { allow: "GET, HEAD" } });
  return true;
}

function sendFile(exchange: HttpContext, { contentType, cacheControl, plain, encoded }: StaticFile): void {
  const { req, res } = exchange;
  exchange.isRoutine = true;
  const offered = encodings.filter((encoding) => encoded[encoding]);
  const encoding = chooseEncoding(req.headers["accept-encoding"]?.toString(), offered);
  const variant = (encoding && encoded[encoding]) ?? plain;
  const shared = {
    "cache-control": cacheControl,
    etag: variant.etag,
    ...(isCompressible(contentType) && { vary: "accept-encoding" }),
  };
  if (matchesEtag(req.headers["if-none-match"], variant.etag)) {
    writeHead(exchange, 304, serverHeaders(exchange, shared));
    res.end();
    return;
  }
  writeHead(exchange, 200, {
    ...serverHeaders(exchange, shared),
    "content-type": contentType,
    "content-length": String(variant.size),
    ...(encoding && { "content-encoding": encoding }),
  });
  if (req.method === "HEAD" || variant.bytes) res.end(variant.bytes);
  else pipeline(createReadStream(variant.file), res).catch(() => res.destroy());
}

/** The tag is made of the bytes, so each encoding has its own. */
async function readVariant(file: string): Promise<Variant> {
  const bytes = await readFile(file);
  return {
    file,
    size: bytes.byteLength,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    bytes: bytes.byteLength <= maxCachedBytes ? bytes : undefined,
  };
}

/** `requestUrl` has let through only what can be decoded. */
function decodePath(path: string): string {
  return path.includes("%") ? decodeURIComponent(path) : path;
}
