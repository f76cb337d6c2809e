import { readFile, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { isCompressible, minCompressedBytes } from "./content-encoding.ts";
import { contentTypeOf, listFiles } from "./static-files.ts";

const compressors = {
  ".br": promisify<Buffer, Buffer>(brotliCompress),
  ".gz": (bytes: Buffer) => promisify<Buffer, object, Buffer>(gzip)(bytes, { level: 9 }),
};

/** Writes compressed versions (`x.br`, `x.gz`) beside each built file of 1 kB or more that becomes smaller. Can be repeated. */
export async function precompress(clientDir: string): Promise<void> {
  for (const { file, path } of await listFiles(clientDir)) {
    if (!isCompressible(contentTypeOf(path))) continue;
    const original = await readFile(file);
    if (original.byteLength < minCompressedBytes) continue;
    for (const [suffix, compress] of Object.entries(compressors)) {
      const compressed = await compress(original);
      if (compressed.byteLength < original.byteLength) await writeFile(file + suffix, compressed);
    }
  }
}
