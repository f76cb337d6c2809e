import { expect, test } from "vitest";
import { fitTitle } from "./title-fit.ts";

const sizes = (titles: string[]) => titles.map((title) => fitTitle(title).size);

test("the longer a title, the smaller it is set, down to a least size", () => {
  const found = sizes(["1984", "Kusadikika", "Middlemarch", "so ".repeat(30), "so ".repeat(66)]);
  expect(found).toEqual([...found].sort((a, b) => b - a));
  expect(new Set(found).size).toBe(found.length);
  expect(fitTitle("so ".repeat(1000))).toEqual(fitTitle("so ".repeat(66)));
});

test("a title gets smaller rather than have a word broken, as far as that helps", () => {
  const word = fitTitle("Tutunamayanlar");
  expect(word.size).toBeGreaterThan(6);
  expect(fitTitle("Disconnectus Erectus, Tutunamayanlar").size).toBeLessThanOrEqual(word.size);
  // 16 wide letters fit the smallest size whole; 60 fit none, are broken, and therefore need not be the smallest.
  expect(fitTitle("x".repeat(16)).size).toBeLessThan(fitTitle("x".repeat(60)).size);
  expect(fitTitle("x".repeat(200)).size).toBe(fitTitle("x".repeat(16)).size);
});

test("characters of ideographic scripts are wide, and lines may end between them", () => {
  // Five to a line at the largest size, on two lines.
  expect(fitTitle("夢".repeat(10)).size).toBe(fitTitle("1984").size);
  expect(fitTitle("夢".repeat(11)).size).toBeLessThan(fitTitle("1984").size);
});

test("a title without a word is set like a short one", () => {
  expect(fitTitle("   ")).toEqual(fitTitle("1984"));
});
