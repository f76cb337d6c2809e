import type { FileKind } from "#server/files/storage.ts";

const contentTypes = { avif: "image/avif", webp: "image/webp" } as const;

/** Each image is stored as AVIF, which is smaller, and as WebP, for other browsers. */
export type ImageFormat = keyof typeof contentTypes;
export const imageFormats = Object.keys(contentTypes) as ImageFormat[];

/** One file of an image. The id is a hash of the content, so a file never changes. */
export type ImageFile = { id: string; /** Pixels. */ width: number; format: ImageFormat };

const pattern = /^([\da-f]{40})-([1-9]\d{0,4})\.(avif|webp)$/;

/** The file's name in storage and in its URL. Sorted names are grouped by image. */
export function fileName({ id, width, format }: ImageFile): string {
  return `${id}-${width}.${format}`;
}

/** Undefined if the name is invalid, so that no other file can be opened. */
function parseFileName(name: string): ImageFile | undefined {
  const [, id, width, format] = pattern.exec(name) ?? [];
  if (!id) return undefined;
  return { id, width: Number(width), format: format as ImageFormat };
}

/** The names of all files of an image. */
export function imageFileNames({ id, widths }: { id: string; widths: readonly number[] }): string[] {
  return widths.flatMap((width) => imageFormats.map((format) => fileName({ id, width, format })));
}

/** Uploaded images. */
export const imageFiles: FileKind = {
  folder: "files",
  contentTypeOf(name) {
    const file = parseFileName(name);
    return file && contentTypes[file.format];
  },
};
