import { createHash } from "node:crypto";
import type { Area, Size } from "#lib/crop.ts";
import { imageFormats, type ImageFormat } from "./names.ts";
import { detectImageType, type ImageType } from "./image-type.ts";
import { imageErrors, type ImageError } from "./image-errors.ts";
import type { Image } from "./store.ts";

/** The largest picture that is read: 40 megapixels, and what WebP can hold a side. */
const limits = { pixels: 40_000_000, side: 16_383 };
/** What reading, and each writing, may take, in seconds. */
const timeout = 10;

/** An image with its files, which stand in the order of `imageFileNames`. */
export type EncodedImage = { image: Image; files: { width: number; format: ImageFormat; bytes: Buffer }[] };

/** Chooses the part of an image to store; it must lie within the image. */
export type ChooseCrop = (size: Size) => Area;

type Pixels = { data: Buffer; width: number; height: number; channels: 1 | 2 | 3 | 4 };
type SharpModule = typeof import("sharp");

let loading: Promise<SharpModule["default"]> | undefined;

/** Loaded by the first picture, for it takes longer than the rest of the start. Reads nothing but what is recognised. */
function loadSharp(): Promise<SharpModule["default"]> {
  return (loading ??= import("sharp").then(({ default: sharp }) => {
    sharp.cache(false);
    sharp.block({ operation: ["VipsForeignLoad"] });
    const loaders = ["Jpeg", "Png", "Webp", "Heif"].map((kind) => `VipsForeignLoad${kind}Buffer`);
    sharp.unblock({ operation: loaders });
    return sharp;
  }));
}

/**
 * Reads a picture and writes it anew in the given widths, in pixels, as AVIF and WebP: upright, in sRGB, still, and
 * without anything that came with it, and without what lies outside of `crop`. It is never enlarged: a picture that is
 * narrower than the widest is stored as wide as it is. Sizes are checked before any pixel is read.
 */
export async function encodeImage(
  bytes: Uint8Array,
  { widths, crop = whole, signal }: { widths: readonly number[]; crop?: ChooseCrop; signal?: AbortSignal },
): Promise<EncodedImage | { error: ImageError }> {
  const type = detectImageType(bytes);
  if (!type) return { error: imageErrors.NOT_AN_IMAGE };
  const size = await readSize(bytes, type);
  if (!size) return { error: imageErrors.IMAGE_UNREADABLE };
  if (size.width * size.height > limits.pixels || Math.max(size.width, size.height) > limits.side) {
    return { error: imageErrors.TOO_MANY_PIXELS };
  }
  const area = crop(size);
  const stored = storedWidths(widths, area.width);
  const pixels = await readPixels(bytes, type, area, Math.max(...stored));
  if (!pixels) return { error: imageErrors.IMAGE_UNREADABLE };

  const files: EncodedImage["files"] = [];
  for (const width of stored) {
    for (const format of imageFormats) {
      signal?.throwIfAborted();
      files.push({ width, format, bytes: await write(pixels, width, format) });
    }
  }
  const { width, height } = area;
  return { image: { id: idOf(files), width, height, widths: stored }, files };
}

const whole: ChooseCrop = ({ width, height }) => ({ x: 0, y: 0, width, height });

/** Those of the widths that make a picture smaller, and its own where none of them is as wide. */
function storedWidths(widths: readonly number[], own: number): number[] {
  const ascending = [...new Set(widths)].sort((a, b) => a - b);
  const smaller = ascending.filter((width) => width < own);
  return smaller.length < ascending.length ? [...smaller, own] : smaller;
}

/**
 * Whether the orientation in its EXIF counts. Browsers pass over a WebP's: whoever chooses a part of one would get another
 * than they saw.
 */
function isTurned(type: ImageType): boolean {
  return type !== "webp";
}

/** Upright, from the file's header alone; undefined where that is damaged, or is another type's. */
async function readSize(
  bytes: Uint8Array,
  type: ImageType,
): Promise<{ width: number; height: number } | undefined> {
  const sharp = await loadSharp();
  try {
    const metadata = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { format, compression, width, height, autoOrient } = metadata;
    const found = format === "heif" && compression === "av1" ? "avif" : format;
    if (found !== type) return undefined;
    return isTurned(type) ? autoOrient : { width, height };
  } catch {
    return undefined;
  }
}

/** Of the first picture of the file an area, at most as wide as needed; undefined where it is damaged, or takes too long. */
async function readPixels(
  bytes: Uint8Array,
  type: ImageType,
  { x, y, ...area }: Area,
  width: number,
): Promise<Pixels | undefined> {
  const sharp = await loadSharp();
  try {
    const options = { autoOrient: isTurned(type), limitInputPixels: limits.pixels, failOn: "error" as const };
    const { data, info } = await sharp(bytes, options)
      .timeout({ seconds: timeout })
      .extract({ left: x, top: y, ...area })
      .toColourspace("srgb")
      .resize({ width, withoutEnlargement: true })
      .raw({ depth: "uchar" })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels as Pixels["channels"] };
  } catch {
    return undefined;
  }
}

async function write({ data, ...raw }: Pixels, width: number, format: ImageFormat): Promise<Buffer> {
  const sharp = await loadSharp();
  const picture = sharp(data, { raw }).timeout({ seconds: timeout }).resize({ width });
  const written =
    format === "avif" ? picture.avif({ quality: 55, effort: 3 }) : picture.webp({ quality: 80 });
  return await written.toBuffer();
}

/** The same for the same files, and for no others. */
function idOf(files: EncodedImage["files"]): string {
  const hash = createHash("sha256");
  for (const { width, format, bytes } of files)
    hash.update(`${width} ${format} ${bytes.byteLength}\n`).update(bytes);
  return hash.digest("hex").slice(0, 40);
}
