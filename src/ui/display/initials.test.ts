import fc from "fast-check";
import { expect, test } from "vitest";
import { initials } from "./initials.ts";

test.each([
  ["Nadia Murad", "NM"],
  ["nadia", "N"],
  ["Ursula K. Le Guin", "UG"],
  ["  J. R. R.   Tolkien ", "JT"],
  ["“Bob” (Robert) Smith", "BS"],
  ["jane@example.com", "J"],
  ["élodie d’Été", "ÉD"],
  ["ßtraße", "ß"],
  ["曹雪芹", "曹"],
  ["村上 春樹", "村春"],
  ["👩🏽‍🚀 Mae Jemison", "👩🏽‍🚀J"],
  ["🇰🇪", "🇰🇪"],
  ["क्षमा शर्मा", "क्षश"],
  ["2Pac", "2"],
])("%s is %s", (name, expected) => {
  expect(initials(name)).toBe(expected);
});

test("letters that would join are separated", () => {
  expect(initials("الطيب صالح")).toBe("ا\u200Cص");
});

test.each(["", "   ", "—", "\u200B\u202E", "( . )"])("%j has none", (name) => {
  expect(initials(name)).toBe("");
});

test("any name has at most two grapheme clusters", () => {
  const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });
  const count = (text: string) => [...graphemes.segment(text)].length;
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 40 }), (name) => {
      const found = initials(name).replace("\u200C", "");
      expect(count(found)).toBeLessThanOrEqual(2);
      expect(found.isWellFormed()).toBe(name.isWellFormed() || found.isWellFormed());
      expect(initials(` ${name}\n`)).toBe(initials(name));
    }),
  );
});

test("a name in another form of Unicode, or with other spaces, has the same initials", () => {
  const word = fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.array(word, { maxLength: 4 }), (words) => {
      const name = words.join(" ");
      expect(initials(name.normalize("NFD"))).toBe(initials(name.normalize("NFC")));
      expect(initials(words.join("\u00A0 "))).toBe(initials(name));
    }),
  );
});
