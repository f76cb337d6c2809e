import { expect, test } from "vitest";
import { fitTitle } from "./title-fit.ts";

const sizes = (titles: string[]) => titles.map((title) => fitTitle(title).size);

test("longer titles get smaller fonts, down to a minimum", () => {
  const found = sizes(["1984", "Kusadikika", "Middlemarch", "so ".repeat(30), "so ".repeat(66)]);
  expect(found).toEqual([...found].sort((a, b) => b - a));
  expect(new Set(found).size).toBe(found.length);
  expect(sizes(["so ".repeat(1000)])).toEqual(sizes(["so ".repeat(66)]));
});

test("a title gets a smaller font rather than a broken word, if that helps", () => {
  const word = fitTitle("Tutunamayanlar");
  expect(word.size).toBeGreaterThan(6);
  expect(fitTitle("Disconnectus Erectus, Tutunamayanlar").size).toBeLessThanOrEqual(word.size);
  expect(fitTitle("x".repeat(200)).size).toBe(fitTitle("x".repeat(18)).size);
});

test("ideographs are wide, and lines may break between them", () => {
  expect(fitTitle("夢".repeat(8)).size).toBe(fitTitle("1984").size);
  expect(fitTitle("夢".repeat(11)).size).toBeLessThan(fitTitle("1984").size);
});

test("a blank title gets the size of a short one", () => {
  expect(sizes(["   "])).toEqual(sizes(["1984"]));
});

test("a word that is too wide in every font size is divided with hyphens, where syllables begin", () => {
  const shown = (title: string) => fitTitle(title).text.replaceAll("\u00ad", "-");
  expect(shown("Donaudampfschifffahrtsgesellschaftskapitän")).toBe(
    "Do-nau-dampf-schiff-fahrts-ge-sell-schafts-ka-pi-tän",
  );
  expect(shown("Бюро достопримечательностей")).toBe("Бюро дос-топ-ри-ме-ча-тель-нос-тей");
  for (const title of ["Tutunamayanlar", "Le Misanthrope", "الديمقراطيةوالاشتراكيةوالشيوعية", "x".repeat(100)])
    expect(shown(title)).toBe(title);
  expect(fitTitle("Donaudampfschifffahrtsgesellschaftskapitän").size).toBeGreaterThan(6);
});

test("emoji are wide, and lines may break between them", () => {
  expect(fitTitle("📚".repeat(6)).size).toBeGreaterThan(10);
  expect(fitTitle("📚".repeat(40)).size).toBeLessThan(8);
});
