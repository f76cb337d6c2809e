import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { pipeline } from "node:stream/promises";
import { chooseEncoding, isCompressible, type StoredEncoding, storedEncodings } from "./content-encoding.ts";
import { type HttpContext, sendText, serverHeaders, writeHead } from "./http-context.ts";

/** The built files by URL path. No other file can be requested. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

type StaticFile = {
  contentType: string;
  cacheControl: string;
  uncompressed: FileVersion;
  compressed: Partial<Record<StoredEncoding, FileVersion>>;
};
type FileVersion = {
  file: string;
  size: number;
  etag: string;
  /** Undefined for large files, which are read from disk. */
  bytes: Buffer | undefined;
};

/** The names of files in this folder contain a hash of their content. */
const assetsPath = "/assets/";
const suffixes: Record<StoredEncoding, string> = { br: ".br", gzip: ".gz" };
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
  ".svg": "image/svg+xml; charset=utf-8",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
  ".xml": "application/xml; charset=utf-8",
};

export function contentTypeOf(fileName: string): string {
  return contentTypes[extname(fileName).toLowerCase()] ?? "application/octet-stream";
}

/** A folder's files with their paths in it, separated by "/". Links, hidden files and hidden folders are left out. */
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
 * Reads the built files once, at start. `x.js.br` and `x.js.gz` are compressed versions of `x.js` (`precompress`).
 * @throws if the folder can't be read
 */
export async function indexStaticFiles(clientDir: string): Promise<StaticFiles> {
  const fileByPath = new Map((await listFiles(clientDir)).map(({ file, path }) => [path, file]));
  const index = new Map<string, StaticFile>();
  for (const [path, file] of fileByPath) {
    const isCompressed = Object.values(suffixes).some(
      (suffix) => path.endsWith(suffix) && fileByPath.has(path.slice(0, -suffix.length)),
    );
    if (isCompressed) continue;
    const compressed: StaticFile["compressed"] = {};
    for (const encoding of storedEncodings) {
      const compressedFile = fileByPath.get(path + suffixes[encoding]);
      if (compressedFile) compressed[encoding] = await readVersion(compressedFile);
    }
    index.set(`/${path}`, {
      contentType: contentTypeOf(path),
      cacheControl: `/${path}`.startsWith(assetsPath)
        ? "public, max-age=31536000, immutable"
        : "public, max-age=300",
      uncompressed: await readVersion(file),
      compressed,
    });
  }
  return index;
}

/**
 * Sends a built file, or an error for a missing asset: a page from before a deployment must not receive HTML instead of
 * a script.
 * @returns whether a response was sent
 */
export function handleStaticFile(context: HttpContext, files: StaticFiles): boolean {
  const { req, path } = context;
  const isReading = req.method === "GET" || req.method === "HEAD";
  const file = files.get(decodeURIComponent(path));
  if (file && isReading) {
    sendFile(context, file);
    return true;
  }
  if (!path.startsWith(assetsPath)) return false;
  if (isReading) sendText(context, { status: 404, text: "There is no such file.\n" });
  else sendText(context, { status: 405, text: "Files can only be read.\n", headers: { allow: "GET, HEAD" } });
  return true;
}

function sendFile(
  context: HttpContext,
  { contentType, cacheControl, uncompressed, compressed }: StaticFile,
): void {
  const { req, res } = context;
  context.isRoutine = true;
  const offered = storedEncodings.filter((encoding) => compressed[encoding]);
  const encoding = chooseEncoding(req.headers["accept-encoding"]?.toString(), offered);
  const version = (encoding && compressed[encoding]) ?? uncompressed;
  const headers = serverHeaders(context.security, context.info.requestId, {
    "cache-control": cacheControl,
    etag: version.etag,
    ...(isCompressible(contentType) && { vary: "accept-encoding" }),
  });
  if (matchesEtag(req.headers["if-none-match"], version.etag)) {
    writeHead(context, 304, headers);
    res.end();
    return;
  }
  writeHead(context, 200, {
    ...headers,
    "content-type": contentType,
    "content-length": String(version.size),
    ...(encoding && { "content-encoding": encoding }),
  });
  if (req.method === "HEAD" || version.bytes) res.end(version.bytes);
  else pipeline(createReadStream(version.file), res).catch(() => res.destroy());
}

/** Whether an If-None-Match header contains the ETag (RFC 9110, section 13.1.2: weak comparison, `*` matches any). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const etags = ifNoneMatch?.split(",").map((value) => value.trim().replace(/^W\//, "")) ?? [];
  return etags.includes("*") || etags.includes(etag);
}

/** The ETag is a hash of the bytes, so each encoding has its own. */
async function readVersion(file: string): Promise<FileVersion> {
  const bytes = await readFile(file);
  return {
    file,
    size: bytes.byteLength,
    etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
    bytes: bytes.byteLength <= maxCachedBytes ? bytes : undefined,
  };
}
