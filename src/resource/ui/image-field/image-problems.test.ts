import { expect, test } from "vitest";
import { imageUploadRule, maxImageBytes } from "#server/images/store-image.ts";
import { imageLimits, fileProblem, pictureSizeProblem } from "./image-problems.ts";

test.each([
  ["cover.png", "image/png", 1, undefined],
  ["cover.JPEG", "", maxImageBytes, undefined],
  ["cover.avif", "", 5, undefined],
  ["cover.svg", "image/svg+xml", 1, "NOT_AN_IMAGE"],
  ["cover.gif", "image/gif", 1, "NOT_AN_IMAGE"],
  ["books.csv", "text/csv", 1, "NOT_AN_IMAGE"],
  ["film.mp4", "video/mp4", 2 ** 30, "NOT_AN_IMAGE"],
  ["cover.png", "image/png", maxImageBytes + 1, "FILE_TOO_LARGE"],
  ["../../cover.png", "image/png", 2 ** 30, "FILE_TOO_LARGE"],
] as const)("%s of type %j and %i bytes: %s", (name, type, size, problem) => {
  expect(fileProblem({ name, type, size })).toBe(problem);
});

test("the limits are the server's", () => {
  expect(imageLimits.bytes).toBe(maxImageBytes);
  // The server's own timeout response comes first.
  expect(imageLimits.uploadMs).toBeGreaterThan(imageUploadRule(/./).timeoutMs ?? Infinity);
  expect(pictureSizeProblem({ width: 8_000, height: 5_000 })).toBeUndefined();
  expect(pictureSizeProblem({ width: 8_000, height: 5_001 })).toBe("TOO_MANY_PIXELS");
  expect(pictureSizeProblem({ width: 16_384, height: 1 })).toBe("TOO_MANY_PIXELS");
});
