/** The types that can be uploaded. */
export type ImageType = "jpeg" | "png" | "webp" | "avif";

/**
 * Detects a file's type from its first bytes, whatever its name and content type are. Undefined for every other type.
 */
export function detectImageType(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, 64)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "jpeg";
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "png";
  if (/^RIFF[^]{4}WEBP/.test(head)) return "webp";
  // The brands of ISO/IEC 23000-22; of a sequence (avis) the first image is used.
  const [, box, major, , ...compatible] = head.match(/[^]{4}/g) ?? [];
  const isAvif = [major, ...compatible].some((brand) => brand === "avif" || brand === "avis");
  return box === "ftyp" && isAvif ? "avif" : undefined;
}
