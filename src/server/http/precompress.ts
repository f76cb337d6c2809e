import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isCompressible, minCompressedBytes } from "./content-encoding.ts";
import { contentTypeOf, listFiles } from "./static-files.ts";

const compressors: Record<string, (bytes: Buffer) => Promise<Buffer>> = {
  ".br": (bytes) =>
    promisify<Buffer, object, Buffer>(brotliCompress)(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
      },
    }),
  ".gz": (bytes) => promisify<Buffer, object, Buffer>(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

/**
 * Writes compressed versions (`x.br`, `x.gz`) beside each built file of 1 kB or more that becomes smaller. Can be
 * repeated.
 * @returns how many files were written, and their total size
 */
export async function precompress(clientDir: string): Promise<{ files: number; bytes: number }> {
  const written = { files: 0, bytes: 0 };
  for (const { file, path } of await listFiles(clientDir)) {
    if (!isCompressible(contentTypeOf(path))) continue;
    const original = await readFile(file);
    if (original.byteLength < minCompressedBytes) continue;
    for (const [suffix, compress] of Object.entries(compressors)) {
      const compressed = await compress(original);
      if (compressed.byteLength >= original.byteLength) continue;
      await writeFile(file + suffix, compressed);
      written.files += 1;
      written.bytes += compressed.byteLength;
    }
  }
  return written;
}
