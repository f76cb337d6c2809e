import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, constants, crc32, deflateRaw } from "node:zlib";
import { chooseEncoding } from "./content-encoding.ts";
import type { ResponseHeaders } from "./security-headers.ts";

/** A rendered page without a nonce: its inline scripts are allowed by their hashes. */
export type CachedPage = {
  status: number;
  headers: ResponseHeaders;
  /** The text before, between and after the values. */
  parts: readonly Part[];
  /** Between two parts each: writes the value of a placeholder. */
  slots: readonly { placeholder: string; write: (value: string) => string }[];
  /** Only without values. */
  brotli: Buffer | undefined;
};

type Part = { text: Buffer; deflated: Buffer; checksum: Checksum };

/** The checksum (CRC-32) of a text and of what comes before it. @param before its checksum */
type Checksum = (before: number) => number;

const deflate = promisify<Buffer, object, Buffer>(deflateRaw);
const compress = promisify<Buffer, object, Buffer>(brotliCompress);

/**
 * Prepares a page for the cache.
 * @param o.nonce the nonce that it was rendered with
 * @param o.placeholders of the visitor's values in it
 * @returns undefined if an inline script contains a value, which would change its hash
 */
export async function createCachedPage(o: {
  status: number;
  headers: ResponseHeaders;
  html: string;
  nonce: string;
  placeholders: readonly string[];
}): Promise<CachedPage | undefined> {
  const html = withoutNonce(o.html, o.nonce);
  const elements = html.matchAll(/<(?:script|style)\b[^>]*>(.*?)<\/(?:script|style)>/gs);
  const inline = [...elements].flatMap(([, text]) => text || []);
  const { texts, slots } = split(html, o.placeholders);
  if (html.includes(o.nonce) || inline.some((text) => split(text, o.placeholders).slots.length > 0))
    return undefined;
  const hashes = inline.map((text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
  const policy = String(o.headers["content-security-policy"]).replaceAll(
    `'nonce-${o.nonce}'`,
    hashes.join(" "),
  );
  const parts = texts.map(async (text) => {
    const bytes = Buffer.from(text);
    const deflated = await deflate(bytes, { finishFlush: constants.Z_FULL_FLUSH });
    return { text: bytes, deflated, checksum: checksumOf(bytes) };
  });
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return {
    status: o.status,
    headers: { ...o.headers, "content-security-policy": policy, vary: "accept-encoding" },
    parts: await Promise.all(parts),
    slots,
    brotli: slots.length === 0 ? await compress(Buffer.from(html), { params }) : undefined,
  };
}

/** The page with a visitor's values, compressed if they accept it, and its headers. */
export function pageBody(
  { parts, slots, brotli, headers }: CachedPage,
  values: Readonly<Record<string, string>>,
  acceptEncoding: string | undefined,
): { bytes: Buffer; headers: ResponseHeaders } {
  const encoding = chooseEncoding(acceptEncoding, brotli ? ["br", "gzip"] : ["gzip"]);
  const written = slots.map(({ placeholder, write }) => Buffer.from(write(values[placeholder] ?? "")));
  const bytes =
    encoding === "br" && brotli
      ? brotli
      : encoding === "gzip"
        ? joinToGzip(parts, written)
        : Buffer.concat(parts.flatMap(({ text }, index) => [text, written[index] ?? Buffer.alloc(0)]));
  return {
    bytes,
    headers: {
      ...headers,
      "content-length": String(bytes.byteLength),
      ...(encoding && { "content-encoding": encoding }),
    },
  };
}

/** Our own scripts and styles are allowed without a nonce. */
function withoutNonce(html: string, nonce: string): string {
  return html
    .replaceAll(` nonce="${nonce}"`, "")
    .replace(`<meta property="csp-nonce" content="${nonce}"/>`, "");
}

/** Splits a page where values belong: in a text or attribute they are escaped, in a URL encoded. */
function split(
  html: string,
  placeholders: readonly string[],
): { texts: string[] } & Pick<CachedPage, "slots"> {
  const forms = placeholders.flatMap((placeholder) => [
    { form: placeholder, placeholder, write: (value: string) => value },
    { form: encodeURIComponent(placeholder), placeholder, write: encodeURIComponent },
  ]);
  if (forms.length === 0) return { texts: [html], slots: [] };
  // Node 22 has no RegExp.escape.
  const escaped = forms.map(({ form }) => form.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const pattern = new RegExp(`(${escaped.join("|")})`);
  const pieces = html.split(pattern);
  return {
    texts: pieces.filter((_, index) => index % 2 === 0),
    slots: pieces.flatMap((piece) => forms.find(({ form }) => form === piece) ?? []),
  };
}

/** Without reading the text for each page: a CRC is linear, so each bit of `before` changes it in its own way. */
function checksumOf(text: Buffer): Checksum {
  const own = crc32(text);
  const zeros = Buffer.alloc(text.byteLength);
  const changes = Array.from({ length: 32 }, (_, bit) => crc32(zeros, (1 << bit) >>> 0) ^ crc32(zeros));
  return (before) =>
    changes.reduce((sum, change, bit) => ((before >>> bit) & 1 ? sum ^ change : sum), own) >>> 0;
}

const gzipHeader = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/**
 * A gzip file (RFC 1952) of parts that are already compressed, with uncompressed values between them (RFC 1951, section
 * 3.2.4). A part that was flushed completely ends at a byte and refers to nothing before it.
 */
function joinToGzip(parts: readonly Part[], values: readonly Buffer[]): Buffer {
  const pieces: Buffer[] = [gzipHeader];
  let sum = 0;
  let size = 0;
  parts.forEach(({ text, deflated, checksum }, index) => {
    pieces.push(deflated);
    sum = checksum(sum);
    size += text.byteLength;
    const value = values[index];
    if (!value) return;
    pieces.push(storedHeader(value.byteLength), value);
    sum = crc32(value, sum);
    size += value.byteLength;
  });
  const end = Buffer.alloc(10);
  end.set([3, 0]);
  end.writeUInt32LE(sum, 2);
  end.writeUInt32LE(size, 6);
  return Buffer.concat([...pieces, end]);
}

function storedHeader(length: number): Buffer {
  const header = Buffer.allocUnsafe(5);
  header[0] = 0;
  header.writeUInt16LE(length, 1);
  header.writeUInt16LE(~length & 0xffff, 3);
  return header;
}
