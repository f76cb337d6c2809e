import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

async function fold(...texts: string[]): Promise<string[]> {
  const { rows } = await database.pool.query<{ folded: string }>(
    "SELECT fold_text(text) AS folded FROM unnest($1::text[]) WITH ORDINALITY AS given (text, place) ORDER BY place",
    [texts],
  );
  return rows.map(({ folded }) => folded);
}

const text = fc
  .string({ unit: "grapheme", maxLength: 40 })
  .filter((it) => it.isWellFormed() && !it.includes("\0"));
/** Letters with upper case, combining marks, symbols and spaces. */
const written = fc.string({
  unit: fc.constantFrom(..."aeghioszßœæøđłéïñçžğἀωσβжйёաß'’-–% \u0301\u0308\u0323"),
  maxLength: 40,
});
const arabic = fc.string({ unit: fc.constantFrom(..."ابتةىيءأإآٱكمحدـ"), minLength: 1, maxLength: 20 });

test("folding a folded text changes nothing", async () => {
  const texts = fc.sample(fc.oneof(text, written, arabic), 500);
  const folded = await fold(...texts);
  expect(await fold(...folded)).toEqual(folded);
});

test("a text folds to the same in any case and any Unicode normalization form", async () => {
  const texts = fc.sample(written, 500);
  const folded = await fold(...texts);
  expect(await fold(...texts.map((it) => it.toUpperCase()))).toEqual(folded);
  expect(await fold(...texts.map((it) => it.toLowerCase()))).toEqual(folded);
  expect(await fold(...texts.map((it) => it.normalize("NFD")))).toEqual(folded);
  expect(await fold(...texts.map((it) => it.normalize("NFC")))).toEqual(folded);
});

test("accents make no difference", async () => {
  const pairs = fc.sample(
    fc.tuple(
      fc.string({ unit: fc.constantFrom(..."abcxyzἀжا") }),
      fc.constantFrom(..."\u0301\u0308\u0323\u0327\u064b\u0650"),
    ),
    300,
  );
  const plain = await fold(...pairs.map(([letters]) => letters));
  expect(await fold(...pairs.map(([letters, mark]) => letters.replaceAll(/(?<=.)/gu, mark)))).toEqual(plain);
});

test("Arabic folds to the same with and without vowel marks and tatweel", async () => {
  const texts = fc.sample(arabic, 300);
  const folded = await fold(...texts);
  expect(await fold(...texts.map((it) => it.replaceAll(/(?<=.)/gu, "\u064e\u0640")))).toEqual(folded);
});

test("a space precedes every word that follows a symbol", async () => {
  const folded = await fold(...fc.sample(fc.oneof(text, written), 500));
  const signs = folded.flatMap((it) => it.match(/[\p{P}$+<=>^`|~](?=[a-z0-9])/gu) ?? []);
  // Except for symbols that the database's Unicode version doesn't know.
  const { rows } = await database.pool.query(
    'SELECT sign FROM unnest($1::text[]) AS sign WHERE sign COLLATE "und-x-icu" ~ $2',
    [signs, "[[:punct:]$+<=>^`|~]"],
  );
  expect(rows.map(({ sign }: { sign: string }) => sign)).toEqual([]);
});

test.each([
  ["L’Étranger", "l' etranger"],
  ["Straße", "strasse"],
  ["İstanbul ıĞ", "istanbul ig"],
  ["Œuvre Ærø Þór", "oeuvre aero thor"],
  ["Nguyễn Đức", "nguyen duc"],
  ["ﬁn ｆｕｌｌ Ⅻ", "fin full xii"],
  ["ΣΊΣΥΦΟΣ", "σισυφοσ"],
  ["مُحَمَّدٌ أإآٱ مكتبة على", "محمد اااا مكتبه علي"],
  ["٠١٢ ۴۵۶", "012 456"],
  ["שָׁלוֹם", "שלום"],
  ["かがハバ", "かがハバ"],
  ["हिन्दी", "हिन्दी"],
  ["한국어", "한국어"],
  ["soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"],
])("%s folds to %s", async (typed, folded) => {
  expect(await fold(typed)).toEqual([folded]);
});
