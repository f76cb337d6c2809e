import { expect, test } from "vitest";
import { formatFileSize } from "./file-size.ts";

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1 kB"],
  [2_449_000, "2.4 MB"],
  [10_000_000, "10 MB"],
  [3_000_000_000_000, "3,000 GB"],
])("%d bytes read as %s", (bytes, text) => {
  expect(formatFileSize("en", bytes)).toBe(text);
});

test("in the language's own form", () => {
  expect(formatFileSize("fr", 2_449_000)).toBe("2,4\u00a0Mo");
});
