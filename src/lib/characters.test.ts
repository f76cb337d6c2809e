import { expect, test } from "vitest";
import { forbiddenCharacter, normalizeText } from "./characters.ts";

test("texts are normalized", () => {
  expect(normalizeText("E\u0301mile")).toBe("\u00c9mile");
  expect(normalizeText("\u00c9", "NFKD")).toBe("E\u0301");
});

test("a text with more marks in a row than any language has is rejected without sorting them", () => {
  const marks = "a" + "\u0301\u0316".repeat(100);
  expect(normalizeText(marks)).toBe(marks);
  expect(marks).toMatch(forbiddenCharacter);
  const tibetan = "\u0f66\u0f92\u0fb2\u0f71\u0f72\u0f7e";
  expect(tibetan.repeat(100)).not.toMatch(forbiddenCharacter);
});
