import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { coverDesign, patternFamilies } from "./cover-design.ts";

const books = JSON.parse(readFileSync(new URL("../seed.json", import.meta.url), "utf8")) as {
  title: string;
  author: string;
}[];
const designs = books.map((book) => coverDesign({ ...book, hue: 0 }));

test("a book always gets the same cover", () => {
  const cover = coverDesign({ title: "Kusadikika", author: "Shaaban Robert", hue: 185 });
  expect(cover).toEqual(coverDesign({ title: "Kusadikika", author: "Shaaban Robert", hue: 185 }));
  expect(cover).toEqual({
    family: "stars",
    paper: "dark",
    scale: 1.15,
    turn: 0,
    hue: 185,
    inkHue: 171,
    binding: "left",
    title: { text: "Kusadikika", size: 10.4, lines: 3 },
  });
});

test("a title in another Unicode normalization gets the same cover", () => {
  const [composed, decomposed] = ["NFC", "NFD"].map((form) =>
    coverDesign({ title: "Les Misérables".normalize(form), author: "Victor Hugo", hue: 60 }),
  );
  expect(composed).toEqual(decomposed);
});

test("a genre's new hue changes a cover's colors and keeps its pattern", () => {
  const book = { title: "Leaves of Grass", author: "Walt Whitman" };
  const { hue, inkHue, ...before } = coverDesign({ ...book, hue: 345 });
  const { hue: newHue, inkHue: newInkHue, ...after } = coverDesign({ ...book, hue: 100 });
  expect(after).toEqual(before);
  expect([newHue, newInkHue - newHue]).toEqual([100, inkHue - hue]);
});

test("the design depends on title and author, and on where the title ends", () => {
  const covers = [
    { title: "Essays", author: "Michel de Montaigne" },
    { title: "Essays", author: "Francis Bacon" },
    { title: "Essays Francis", author: "Bacon" },
  ].map((book) => JSON.stringify({ ...coverDesign({ ...book, hue: 0 }), title: null }));
  expect(new Set(covers).size).toBe(3);
});

test("the seed's books use every pattern family about equally", () => {
  const counts = [...Map.groupBy(designs, ({ family }) => family).values()].map(({ length }) => length);
  expect(counts).toHaveLength(patternFamilies.length);
  expect(Math.max(...counts)).toBeLessThan(2 * Math.min(...counts));
});

test.each([
  ["موسم الهجرة إلى الشمال", "right"],
  ["«1984» — جورج أورويل", "right"],
  ["אשה בורחת מבשורה", "right"],
  ["The Thousand and One Nights (ألف ليلة وليلة)", "left"],
  ["紅樓夢", "left"],
  ["1984", "left"],
])("the spine of %s is on the %s", (title, binding) => {
  expect(coverDesign({ title, author: "", hue: 0 }).binding).toBe(binding);
});
