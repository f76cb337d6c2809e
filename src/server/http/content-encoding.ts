import { maxListEntries } from "./server-limits.ts";

/** The encodings of built files, which are compressed once: Brotli, which is slow, makes them smallest. */
export const storedEncodings = ["br", "gzip"] as const;
export type StoredEncoding = (typeof storedEncodings)[number];

/** Shorter responses fit into one packet without compression. */
export const minCompressedBytes = 1024;

const compressibleType =
  /^(?:text\/(?!event-stream)|application\/(?:[\w.-]+\+)?(?:json|xml|javascript|wasm)\b|application\/x-ndjson|image\/svg\+xml|image\/x-icon)/;

/** Whether compression reduces the size of a content type. Event streams are excluded: events must not be buffered. */
export function isCompressible(contentType: string): boolean {
  return compressibleType.test(contentType.toLowerCase());
}

/**
 * Chooses the encoding with the highest quality value among those offered (RFC 9110, section 12.5.3).
 * @param offered the preferred encoding first
 * @returns undefined if the client prefers, or accepts only, uncompressed data
 */
export function chooseEncoding<Offered extends string>(
  acceptEncoding: string | undefined,
  offered: readonly Offered[],
): Offered | undefined {
  const qualities = new Map<string, number>();
  for (const part of acceptEncoding?.toLowerCase().split(",", maxListEntries) ?? []) {
    const [name = "", quality = "1"] = part.split(/;\s*q\s*=/);
    qualities.set(name.trim(), Number(quality) || 0);
  }
  const quality = (name: string) => qualities.get(name) ?? qualities.get("*") ?? 0;
  const [best] = offered.toSorted((a, b) => quality(b) - quality(a));
  const isAccepted = best && quality(best) > 0 && quality(best) >= (qualities.get("identity") ?? 0);
  return isAccepted ? best : undefined;
}
