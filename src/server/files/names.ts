/** Under which path browsers find files. */
export const filesPath = "/files/";

const contentTypes = { avif: "image/avif", webp: "image/webp" } as const;

/** How images are stored: the smaller first, then the one that every browser reads. */
export type ImageFormat = keyof typeof contentTypes;
export const imageFormats = Object.keys(contentTypes) as ImageFormat[];

/** One file of an image: its id is made of the content, so what is under a name never changes. */
export type ImageFile = { id: string; /** Pixels. */ width: number; format: ImageFormat };

const pattern = /^([\da-f]{40})-([1-9]\d{0,4})\.(avif|webp)$/;

/** The file's name, in storage as in its address. Names of one image stand together where names are sorted. */
export function fileName({ id, width, format }: ImageFile): string {
  return `${id}-${width}.${format}`;
}

/** What a name stands for; undefined for whatever is no name of ours, so nothing else is ever opened. */
export function parseFileName(name: string): ImageFile | undefined {
  const [, id, width, format] = pattern.exec(name) ?? [];
  if (!id) return undefined;
  return { id, width: Number(width), format: format as ImageFormat };
}

/** The names of all files of an image that was stored in these widths. */
export function imageFileNames({ id, widths }: { id: string; widths: readonly number[] }): string[] {
  return widths.flatMap((width) => imageFormats.map((format) => fileName({ id, width, format })));
}

/** @throws TypeError where it is no name of ours. */
export function contentTypeOfName(name: string): string {
  const file = parseFileName(name);
  if (!file) throw new TypeError("A file is stored under a name of ours only");
  return contentTypes[file.format];
}
