import type { Size } from "#lib/crop.ts";
import { matchesAccept } from "#ui/controls/matches-accept.ts";

/** The text of each reason why an image can't be uploaded. */
export const imageProblemTexts = {
  FILE_TOO_LARGE: "resource:image.errors.FILE_TOO_LARGE",
  NOT_AN_IMAGE: "resource:image.errors.NOT_AN_IMAGE",
  TOO_MANY_PIXELS: "resource:image.errors.TOO_MANY_PIXELS",
  IMAGE_UNREADABLE: "resource:image.errors.IMAGE_UNREADABLE",
  UNAUTHORIZED: "resource:image.errors.UNAUTHORIZED",
  FORBIDDEN: "resource:image.errors.FORBIDDEN",
  TOO_MANY_REQUESTS: "resource:image.errors.TOO_MANY_REQUESTS",
  TOO_SLOW: "resource:image.errors.TOO_SLOW",
  NO_CONNECTION: "resource:image.errors.NO_CONNECTION",
  SERVICE_UNAVAILABLE: "common:errors.unavailable",
  FAILED: "resource:image.errors.FAILED",
} as const;

export type ImageProblem = keyof typeof imageProblemTexts;

/** The texts for a form's image field, by the code of an `ImageUploadError`: part of the form's `submitErrors`. */
export function imageFormErrors<Field extends string>(field: Field): Record<string, Record<Field, string>> {
  const problems = Object.entries(imageProblemTexts);
  return Object.fromEntries(
    problems.map(([problem, text]) => [problem, { [field]: text } as Record<Field, string>]),
  );
}

export function isImageProblem(code: string | undefined): code is ImageProblem {
  return code !== undefined && Object.hasOwn(imageProblemTexts, code);
}

/** An image couldn't be uploaded. */
export class ImageUploadError extends Error {
  override name = "ImageUploadError";
  readonly code: ImageProblem;

  constructor(code: ImageProblem) {
    super(code);
    this.code = code;
  }
}

const permanentProblems: ImageProblem[] = [
  "FILE_TOO_LARGE",
  "NOT_AN_IMAGE",
  "TOO_MANY_PIXELS",
  "IMAGE_UNREADABLE",
];

/** Whether uploading the same file again may succeed. */
export function isRetryable(problem: ImageProblem): boolean {
  return !permanentProblems.includes(problem);
}

/** For the file picker. Extensions are for devices that don't know the types. */
export const imageTypes = "image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif";

/** The server's limits (src/server/images). `side` is in pixels. */
export const imageLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  side: 16_383,
  uploadMs: 3 * 60_000 + 15_000,
};

/** Why a file can't be uploaded, as far as its type and size show. */
export function fileProblem(file: Pick<File, "name" | "type" | "size">): ImageProblem | undefined {
  if (!matchesAccept(imageTypes, file)) return "NOT_AN_IMAGE";
  return file.size > imageLimits.bytes ? "FILE_TOO_LARGE" : undefined;
}

/** Why a picture of a size in pixels can't be uploaded. */
export function pictureSizeProblem({ width, height }: Size): ImageProblem | undefined {
  const isTooLarge = width * height > imageLimits.pixels || Math.max(width, height) > imageLimits.side;
  return isTooLarge ? "TOO_MANY_PIXELS" : undefined;
}
