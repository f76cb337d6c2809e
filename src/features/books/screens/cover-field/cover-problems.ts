import { matchesAccept } from "#ui/controls/matches-accept.ts";

/** Which text says why a cover could not be uploaded, by the reason. */
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

/** The same for a form's field, by the codes of `CoverUploadError`. */
export const coverFormErrors = Object.fromEntries(
  Object.entries(coverProblemTexts).map(([problem, text]) => [problem, { cover: text }]),
);

export function isCoverProblem(code: string | undefined): code is CoverProblem {
  return code !== undefined && Object.hasOwn(coverProblemTexts, code);
}

/** A cover that could not be uploaded; the code is what forms put on their field. */
export class CoverUploadError extends Error {
  override name = "CoverUploadError";
  readonly code: CoverProblem;

  constructor(code: CoverProblem) {
    super(code);
    this.code = code;
  }
}

const ofTheFile: CoverProblem[] = ["FILE_TOO_LARGE", "NOT_AN_IMAGE", "TOO_MANY_PIXELS", "IMAGE_UNREADABLE"];

/** Whether sending the same file once more may help. */
export function isRetryable(problem: CoverProblem): boolean {
  return !ofTheFile.includes(problem);
}

/** What the file picker offers: the types, and the endings where a device knows no type for them. */
export const coverTypes = "image/jpeg,image/png,image/webp,image/avif,.jpg,.jpeg,.png,.webp,.avif";

/** The largest file, in bytes, and picture, in pixels, that the server takes (src/server/files), and how long it may take. */
export const coverLimits = {
  bytes: 10 * 1024 * 1024,
  pixels: 40_000_000,
  side: 16_383,
  milliseconds: 3 * 60_000 + 15_000,
};

/** What is wrong with a file, by what is known of it before it is read. */
export function fileProblem(file: Pick<File, "name" | "type" | "size">): CoverProblem | undefined {
  if (!matchesAccept(coverTypes, file)) return "NOT_AN_IMAGE";
  return file.size > coverLimits.bytes ? "FILE_TOO_LARGE" : undefined;
}

/** What is wrong with a picture's size, in pixels. */
export function pictureSizeProblem({
  width,
  height,
}: {
  width: number;
  height: number;
}): CoverProblem | undefined {
  const isTooLarge = width * height > coverLimits.pixels || Math.max(width, height) > coverLimits.side;
  return isTooLarge ? "TOO_MANY_PIXELS" : undefined;
}
