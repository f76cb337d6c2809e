import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { StartError } from "#server/start-error.ts";
import { chooseEncoding, isCompressible, type StoredEncoding, storedEncodings } from "./content-encoding.ts";
import {
  type HttpContext,
  isReading,
  notReading,
  sendText,
  serverHeaders,
  writeHead,
} from "./http-context.ts";
import { maxListEntries } from "./server-limits.ts";

/** The built files by URL path. No other file can be requested. */
export type StaticFiles = ReadonlyMap<string, StaticFile>;

type StaticFile = {
  contentType: string;
  /** Whether it never changes, and pages may load it through a CDN. */
  isAsset: boolean;
  cacheControl: string;
  uncompressed: FileVersion;
  compressed: Partial<Record<StoredEncoding, FileVersion>>;
};
type FileVersion = { bytes: Buffer; etag: string };

/** The names of files in this folder contain a hash of their content. */
const assetsPath = "/assets/";
const suffixes: Record<StoredEncoding, string> = { br: ".br", gzip: ".gz" };
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
  ".pdf": "application/pdf",
  ".png": "image/png",
  ".svg": "image/svg+xml; charset=utf-8",
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
export async function listFiles(folder: string, parent = ""): Promise<Array<{ file: string; path: string }>> {
  // Its own recursion: that of `readdir` follows links to folders since Node 26.
  const entries = await readdir(folder, { withFileTypes: true });
  const lists = entries
    .filter(({ name }) => !name.startsWith("."))
    .map(async (entry) => {
      const [file, path] = [join(folder, entry.name), parent + entry.name];
      if (entry.isDirectory()) return await listFiles(file, `${path}/`);
      return entry.isFile() ? [{ file, path }] : [];
    });
  return (await Promise.all(lists)).flat();
}

/**
 * Reads the built files once, at start. `x.js.br` and `x.js.gz` are compressed versions of `x.js` (`precompress`).
 * @throws StartError if the folder can't be read
 */
export async function indexStaticFiles(clientDir: string): Promise<StaticFiles> {
  const files = await listFiles(clientDir).catch(({ code }: NodeJS.ErrnoException) => {
    throw new StartError(`The built files in ${clientDir} can't be read (${code}): build the product first.`);
  });
  const fileByPath = new Map(files.map(({ file, path }) => [path, file]));
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
    const isAsset = `/${path}`.startsWith(assetsPath);
    index.set(`/${path}`, {
      contentType: contentTypeOf(path),
      isAsset,
      cacheControl: isAsset ? "public, max-age=31536000, immutable" : "public, max-age=300",
      uncompressed: await readVersion(file),
      compressed,
    });
  }
  return index;
}

/**
 * Sends a built file, or an error for a missing asset: a page from before a deployment must not receive HTML instead of
 * a script.
 * @param o.isStored whether a missing asset may be another build's, which has a handler
 * @returns whether a response was sent
 */
export function handleStaticFile(
  context: HttpContext,
  files: StaticFiles,
  { isStored }: { isStored: boolean },
): boolean {
  const { req, path } = context;
  const file = files.get(decodeURIComponent(path));
  if (!file && (!path.startsWith(assetsPath) || isStored)) return false;
  if (!isReading(req)) sendText(context, notReading);
  else if (file) sendFile(context, file);
  else sendText(context, { status: 404, text: "There is no such file.\n" });
  return true;
}

function sendFile(
  context: HttpContext,
  { contentType, isAsset, cacheControl, uncompressed, compressed }: StaticFile,
): void {
  const { req, res } = context;
  context.isRoutine = true;
  const offered = storedEncodings.filter((encoding) => compressed[encoding]);
  const encoding = chooseEncoding(req.headers["accept-encoding"]?.toString(), offered);
  const version = (encoding && compressed[encoding]) ?? uncompressed;
  const headers = serverHeaders(context.security, context.info.requestId, {
    ...(isAsset && context.security.ofFiles),
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
    "content-length": String(version.bytes.byteLength),
    ...(encoding && { "content-encoding": encoding }),
  });
  res.end(version.bytes);
}

/** Whether an If-None-Match header contains the ETag (RFC 9110, section 13.1.2: weak comparison, `*` matches any). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  const list = ifNoneMatch?.split(",", maxListEntries) ?? [];
  const etags = list.map((value) => value.trim().replace(/^W\//, ""));
  return etags.includes("*") || etags.includes(etag);
}

/** The ETag is a hash of the bytes, so each encoding has its own. */
async function readVersion(file: string): Promise<FileVersion> {
  const bytes = await readFile(file);
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"` };
}
