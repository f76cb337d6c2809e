import type { Area } from "#lib/crop.ts";
import { upload, UploadError } from "#rpc/upload.ts";
import { storedImageSchema, type StoredImage } from "../../image-schema.ts";
import { imageLimits, ImageUploadError, isImageProblem, type ImageProblem } from "./image-problems.ts";

/** The sent share from 0 to 1; undefined while the server processes the image. */
export type UploadedShare = number | undefined;

type ImageUploadOptions = {
  /** The path of the upload. */
  url: string;
  /** The part of the picture to use; its center by default. */
  area?: Area;
  signal: AbortSignal;
  onProgress: (sent: UploadedShare) => void;
};

/** @throws ImageUploadError, or the signal's reason */
export async function uploadImage(
  file: File,
  { url, area, signal, onProgress }: ImageUploadOptions,
): Promise<StoredImage> {
  const query = area && new URLSearchParams(Object.entries(area).map(([key, value]) => [key, String(value)]));
  onProgress(0);
  try {
    const text = await upload(query ? `${url}?${query}` : url, file, {
      // The server detects the type.
      contentType: "application/octet-stream",
      signal,
      timeoutMs: imageLimits.uploadMs,
      onProgress: (share) => onProgress(share < 1 ? share : undefined),
    });
    return storedImageSchema.parse(JSON.parse(text));
  } catch (error) {
    if (signal.aborted) throw error;
    throw new ImageUploadError(problemOf(error));
  }
}

/** The meaning of error responses without a code. */
const problemsByStatus: Record<number, ImageProblem> = {
  401: "UNAUTHORIZED",
  403: "FORBIDDEN",
  408: "TOO_SLOW",
  413: "FILE_TOO_LARGE",
  415: "NOT_AN_IMAGE",
  429: "TOO_MANY_REQUESTS",
  503: "TOO_SLOW",
  504: "TOO_SLOW",
};

function problemOf(error: unknown): ImageProblem {
  if (!(error instanceof UploadError)) return "FAILED";
  if (error.code === "TIMEOUT") return "TOO_SLOW";
  return isImageProblem(error.code) ? error.code : (problemsByStatus[error.status] ?? "FAILED");
}
