import { createHash } from "node:crypto";
import { type Area, clampArea, largestCenteredArea, type Size } from "#lib/crop.ts";
import { imageFormats, type ImageFormat } from "./names.ts";
import { imageErrors, type ImageError } from "./image-errors.ts";
import type { Image } from "./store.ts";

/** 40 megapixels, and WebP's maximum side. */
const maxPixels = 40_000_000;
const maxSide = 16_383;

/** An image with its files, in the order of `imageFileNames`. */
export type EncodedImage = { image: Image; files: { width: number; format: ImageFormat; bytes: Buffer }[] };

export type EncodeOptions = {
  /** In pixels. */
  widths: readonly number[];
  /** The part to store, in pixels of the upright image, which it is clipped to; by default all of it. */
  area?: Area;
  /** Width divided by height: stores only the center of the part in this ratio. */
  aspectRatio?: number;
};

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };
type SharpModule = typeof import("sharp");

let loading: Promise<SharpModule["default"]> | undefined;

/** Loads sharp, and allows only the supported decoders. */
export function loadSharp(): Promise<SharpModule["default"]> {
  return (loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    const loaders = ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`);
    sharp.unblock({ operation: loaders });
    return sharp;
  }));
}

/**
 * Encodes the cropped image as AVIF and WebP in the given widths: upright, in sRGB, without animation and metadata. An
 * image that is narrower than a width is stored in its own width instead. Its size is checked before it is decoded, but
 * neither time nor memory is limited: see `encodeInChild`.
 */
export async function encodeImage(
  bytes: Uint8Array,
  { widths, area: requested, aspectRatio }: EncodeOptions,
): Promise<EncodedImage | { error: ImageError }> {
  const type = detectImageType(bytes);
  if (!type) return { error: imageErrors.NOT_AN_IMAGE };
  const size = await readSize(bytes, type);
  if (!size) return { error: imageErrors.IMAGE_UNREADABLE };
  if (size.width * size.height > maxPixels || Math.max(size.width, size.height) > maxSide) {
    return { error: imageErrors.TOO_MANY_PIXELS };
  }
  const clipped = clampArea(size, requested ?? { x: 0, y: 0, ...size });
  const area = aspectRatio ? largestCenteredArea(clipped, aspectRatio) : clipped;
  const stored = storedWidths(widths, area.width);
  const pixels = await readPixels(bytes, type, area, Math.max(...stored));
  if (!pixels) return { error: imageErrors.IMAGE_UNREADABLE };

  const files: EncodedImage["files"] = [];
  for (const width of stored) {
    for (const format of imageFormats) {
      files.push({ width, format, bytes: await encode(pixels, width, format) });
    }
  }
  const { width, height } = area;
  return { image: { id: idOf(files), width, height, widths: stored }, files };
}

/** The widths smaller than the image's, and its own width if another one is larger. */
function storedWidths(widths: readonly number[], imageWidth: number): number[] {
  const ascending = [...new Set(widths)].sort((a, b) => a - b);
  const smaller = ascending.filter((width) => width < imageWidth);
  return smaller.length < ascending.length ? [...smaller, imageWidth] : smaller;
}

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

/** Whether the EXIF orientation applies. Browsers ignore it in a WebP, and the crop is chosen in a browser. */
function usesOrientation(type: ImageType): boolean {
  return type !== "webp";
}

/** The displayed size, from the file's header; undefined if that is damaged or of another type. */
async function readSize(bytes: Uint8Array, type: ImageType): Promise<Size | undefined> {
  const sharp = await loadSharp();
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { format, compression, width, height, autoOrient } = metadata;
    const actualType = format === "heif" && compression === "av1" ? "avif" : format;
    if (actualType !== type) return undefined;
    return usesOrientation(type) ? autoOrient : { width, height };
  } catch {
    return undefined;
  }
}

/** Decodes an area, at most as wide as needed; undefined if the file is damaged. */
async function readPixels(
  bytes: Uint8Array,
  type: ImageType,
  { x, y, ...area }: Area,
  width: number,
): Promise<Pixels | undefined> {
  const sharp = await loadSharp();
  try {
    const autoOrient = usesOrientation(type);
    const { data, info } = await sharp(bytes, { autoOrient, limitInputPixels: maxPixels, failOn: "error" })
      .extract({ left: x, top: y, ...area })
      // By default, sharp works on 16 bits in Display P3, and its output would keep those values without their profile.
      .pipelineColorspace("srgb")
      .toColorspace("srgb")
      .resize({ width, withoutEnlargement: true })
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels as Pixels["channels"] };
  } catch {
    return undefined;
  }
}

async function encode({ data, ...raw }: Pixels, width: number, format: ImageFormat): Promise<Buffer> {
  const sharp = await loadSharp();
  const image = sharp(data, { raw }).resize({ width });
  const encoded = format === "avif" ? image.avif({ quality: 55, effort: 3 }) : image.webp({ quality: 80 });
  return await encoded.toBuffer();
}

/** A hash of the files. */
function idOf(files: EncodedImage["files"]): string {
  const hash = createHash("sha256");
  for (const { width, format, bytes } of files)
    hash.update(`${width} ${format} ${bytes.byteLength}\n`).update(bytes);
  return hash.digest("hex").slice(0, 40);
}
