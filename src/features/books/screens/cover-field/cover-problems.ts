import type { Size } from "#lib/crop.ts";
import { matchesAccept } from "#ui/controls/matches-accept.ts";

/** The text of each reason why a cover can't be uploaded. */
export const coverProblemTexts = {
  FILE_TOO_LARGE: "books:cover.errors.FILE_TOO_LARGE",
  NOT_AN_IMAGE: "books:cover.errors.NOT_AN_IMAGE",
  TOO_MANY_PIXELS: "books:cover.errors.TOO_MANY_PIXELS",
  IMAGE_UNREADABLE: "books:cover.errors.IMAGE_UNREADABLE",
  UNAUTHORIZED: "books:cover.errors.UNAUTHORIZED",
  FORBIDDEN: "books:cover.errors.FORBIDDEN",
  TOO_MANY_REQUESTS: "books:cover.errors.TOO_MANY_REQUESTS",
  TOO_SLOW: "books:cover.errors.TOO_SLOW",
  NO_CONNECTION: "books:cover.errors.NO_CONNECTION",
  FAILED: "books:cover.errors.FAILED",
} as const;

export type CoverProblem = keyof typeof coverProblemTexts;

/** The texts for a form's `cover` field, by the code of a `CoverUploadError`. */
export const coverFormErrors = Object.fromEntries(
  Object.entries(coverProblemTexts).map(([problem, text]) => [problem, { cover: text }]),
);

export function isCoverProblem(code: string | undefined): code is CoverProblem {
  return code !== undefined && Object.hasOwn(coverProblemTexts, code);
}

/** A cover couldn't be uploaded. */
export class CoverUploadError extends Error {
  override name = "CoverUploadError";
  readonly code: CoverProblem;

  constructor(code: CoverProblem) {
    super(code);
    this.code = code;
  }
}

const permanentProblems: CoverProblem[] = [
  "FILE_TOO_LARGE",
  "NOT_AN_IMAGE",
  "TOO_MANY_PIXELS",
  "IMAGE_UNREADABLE",
];

/** Whether uploading the same file again may succeed. */
export function isRetryable(problem: CoverProblem): boolean {
  return !permanentProblems.includes(problem);
}

/** For the file picker. Extensions are for devices that don't know the types. */
export const coverTypes = "image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif";

/** The server's limits (src/server/files). `side` is in pixels. */
export const coverLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  side: 16_383,
  uploadMs: 3 * 60_000 + 15_000,
};

/** Why a file can't be uploaded, as far as its type and size show. */
export function fileProblem(file: Pick<File, "name" | "type" | "size">): CoverProblem | undefined {
  if (!matchesAccept(coverTypes, file)) return "NOT_AN_IMAGE";
  return file.size > coverLimits.bytes ? "FILE_TOO_LARGE" : undefined;
}

/** Why a picture of a size in pixels can't be uploaded. */
export function pictureSizeProblem({ width, height }: Size): CoverProblem | undefined {
  const isTooLarge = width * height > coverLimits.pixels || Math.max(width, height) > coverLimits.side;
  return isTooLarge ? "TOO_MANY_PIXELS" : undefined;
}
