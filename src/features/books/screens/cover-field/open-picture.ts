import type { Size } from "#lib/crop.ts";

/** A picture that this browser can show, at an address of the page's own, until `closePicture`. */
export type OpenPicture = Size & { url: string };

/**
 * Looks at a file: its size is the picture's as it is seen, turned as its EXIF says. Undefined where this browser can't
 * show it.
 */
export async function openPicture(file: File): Promise<OpenPicture | undefined> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Its header is enough: a picture that is too large should not be decoded.
  image.onload = () => resolve(image.naturalWidth > 0);
  image.onerror = () => resolve(false);
  image.src = url;
  if (await promise) return { url, width: image.naturalWidth, height: image.naturalHeight };
  URL.revokeObjectURL(url);
  return undefined;
}

/** Lets go of what a picture holds in memory. */
export function closePicture({ url }: OpenPicture): void {
  URL.revokeObjectURL(url);
}
