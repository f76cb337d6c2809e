import type { Size } from "#lib/crop.ts";

/** A picture with an object URL, which must be revoked. */
export type OpenPicture = Size & { url: string };

/** Opens a picture; its size is that after EXIF rotation. Returns undefined if the browser can't show it. */
export async function openPicture(file: File): Promise<OpenPicture | undefined> {
  const url = URL.createObjectURL(file);
  const image = new Image();
  const { promise, resolve } = Promise.withResolvers<boolean>();
  // Not `decode()`: the size is known without decoding, and the picture may be too large for that.
  image.onload = () => resolve(image.naturalWidth > 0);
  image.onerror = () => resolve(false);
  image.src = url;
  if (await promise) return { url, width: image.naturalWidth, height: image.naturalHeight };
  URL.revokeObjectURL(url);
  return undefined;
}
