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
 * Writes `x.br` and `x.gz` beside each built file of 1 kB or more that gains from it, for `serve` to send as they
 * are. Run after the build; a second run writes the same.
 * @returns how many files were written, and how many bytes they hold together.
 */
export async function precompress(clientDir: string): Promise<{ files: number; bytes: number }> {
  const written = { files: 0, bytes: 0 };
  for (const { file, path } of await listFiles(clientDir)) {
    if (!isCompressible(contentTypeOf(path))) continue;
    const plain = await readFile(file);
    if (plain.byteLength < minCompressedBytes) continue;
    for (const [suffix, compress] of Object.entries(compressors)) {
      const packed = await compress(plain);
      if (packed.byteLength >= plain.byteLength) continue;
      await writeFile(file + suffix, packed);
      written.files += 1;
      written.bytes += packed.byteLength;
    }
  }
  return written;
}
