const signatureBytes = 8;
/** Length, type and checksum. */
const overheadBytes = 12;

/** The chunks that decide how an image looks (PNG, third edition, section 11). */
const visibleChunks = new Set("IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP eXIf".split(" "));

/**
 * Copies a PNG without texts and other chunks that don't change how it looks. libvips would decompress every text, so
 * 760 kB could take 4 GB and 8 s.
 */
export function removeTextChunks(png: Uint8Array): Uint8Array {
  const bytes = Buffer.from(png.buffer, png.byteOffset, png.byteLength);
  const kept = [bytes.subarray(0, signatureBytes)];
  for (let start = signatureBytes; start + overheadBytes <= bytes.length;) {
    const end = start + overheadBytes + bytes.readUInt32BE(start);
    if (visibleChunks.has(bytes.toString("latin1", start + 4, start + 8))) {
      kept.push(bytes.subarray(start, end));
    }
    start = end;
  }
  return Buffer.concat(kept);
}
