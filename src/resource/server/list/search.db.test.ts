import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import {
  createSampleTables,
  sampleGroups,
  sampleList,
  sampleQuerySchema,
  samples,
} from "../../../../testing/sample-list.ts";
import { indexOf, unspacedLetters } from "./search-conditions.ts";

let database: TestDatabase;
let groupId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  await createSampleTables(database);
  const [group] = await database.sql.insert(sampleGroups).values({ name: "A" }).returning();
  groupId = group?.id ?? "";
});
afterAll(() => database.drop());
beforeEach(() => database.sql.delete(samples));

/** The two lines of the searched text. */
type Lines = { title: string; subtitle?: string };

async function add(...records: (Lines | string)[]) {
  await database.sql.insert(samples).values(
    records.map((record) => ({
      ...(typeof record === "string" ? { title: record } : record),
      groupId,
      isActive: true,
      color: "red",
      tags: "",
      startsOn: "2026-01-01",
      seenAt: "2026-01-01T00:00:00Z",
      amount: 0,
    })),
  );
}

const page = (searchTerm: string) => sampleList.page(database.sql, sampleQuerySchema.parse({ searchTerm }));

test.each([
  ["a part of the first line, whatever the case", "TALG", "Nostalgia"],
  ["a part of the second line", "garc", { title: "T", subtitle: "Gabriel García Márquez" }],
  ["whatever the accents", "marquez", { title: "T", subtitle: "Gabriel García Márquez" }],
  ["accents that the text lacks", "éclair", "Eclair"],
  ["combining marks", "e\u0301clair", "Éclair"],
  [
    "several words in any order, on both lines",
    "verne mysterious",
    { title: "The Mysterious Island", subtitle: "Jules Verne" },
  ],
  ["one letter at the start of a word", "i", { title: "The Mysterious Island", subtitle: "Jules Verne" }],
  ["two letters at the start of a word after a sign", "ét", "L’Étranger"],
  ["a straight apostrophe for a curly one", "l'étr", "L’Étranger"],
  ["ß for ss and the other way round", "STRASSE", "Die Straße"],
  ["ß", "straße", "Strasse"],
  ["a Turkish İ", "istanbul", "İSTANBUL"],
  ["Vietnamese", "duc thang", { title: "T", subtitle: "Nguyễn Đức Thắng" }],
  ["Arabic without its vowel signs", "محمد", "مُحَمَّد"],
  ["Arabic whatever the alef", "احمد", "أحمد"],
  ["Arabic whatever the end", "مكتبه", "مكتبة"],
  ["Arabic digits", "2024", "عام ٢٠٢٤"],
  ["Greek whatever the sigma", "ΣΙΣΥΦΟΣ", "Ο Σίσυφος"],
  ["Cyrillic", "елка", "Ёлка"],
  ["a per cent sign", "%", "100% Wool"],
  ["a per cent sign within a word", "100%", "100% Wool"],
  ["an underscore", "a_b", "a_b"],
  ["a backslash", "\\", "a\\b"],
  ["C++", "c++", "C++ in a Nutshell"],
  ["full-width letters", "ＡＢＣ", "abc"],
  ["a word that folds away", "ـ nost", "Nostalgia"],
  ["a trade mark's letters", "™", "Brand TM"],
  ["two Chinese characters inside a word", "京大", "東京大学"],
  ["one Chinese character inside a word", "学", "東京大学"],
  ["characters outside the basic plane", "𠮷野", "大𠮷野家"],
  ["one character outside the basic plane", "𠮷", "大𠮷野家"],
  ["a compatibility character", "\uf90a", "黃金"],
  ["hiragana inside a word", "りの", "となりのトトロ"],
  ["half-width katakana", "ﾊﾝ", "ジャパンハンドブック"],
  ["half-width katakana with a sound mark", "ﾌﾞｯ", "ハンドブック"],
  ["text in half-width katakana", "ブッ", "ﾊﾝﾄﾞﾌﾞｯｸ"],
  ["a Latin letter and a Chinese character", "a中", "ビタミンA中毒"],
  ["a Chinese character and a digit", "第3", "物語第３巻"],
  ["an iteration mark", "々木", "佐々木"],
  ["Thai inside a word", "นก", "ปากนกแก้ว"],
  ["one Thai consonant inside a word", "ก", "ปากนกแก้ว"],
  ["a Thai syllable with its signs", "แก้", "ปากนกแก้ว"],
  ["Lao inside a word", "ລາ", "ພາສາລາວ"],
  ["Khmer inside a word", "សា", "ភាសាខ្មែរ"],
  ["Myanmar inside a word", "မာ", "မြန်မာစာ"],
  ["Tibetan inside a word", "ཡི", "བོད་ཡིག"],
  ["short terms of several scripts", "京大 the ok", { title: "The 東京大学", subtitle: "Okay" }],
] as const)("a search finds %s", async (_, searchTerm, record) => {
  await add(record, "Something Else");
  expect((await page(searchTerm)).items).toHaveLength(1);
});

test.each([
  ["one or two letters inside a word", "st", "Nostalgia"],
  ["two letters inside a word of a script with spaces", "국어", "한국어"],
  ["two Cyrillic letters inside a word", "йн", "Война"],
  ["Chinese characters in another order", "大京", "東京大学"],
  ["records that lack one of the words", "mysterious wells", "The Mysterious Island"],
  ["a per cent sign for any letters", "%", "Nostalgia"],
  ["an underscore for any letter", "n_st", "Nostalgia"],
  ["a word across the lines", "islandjul", { title: "Island", subtitle: "Jules" }],
  ["a word across a sign at a line's end", "wool-ann", { title: "Wool-", subtitle: "Ann" }],
] as const)("a search doesn't find %s", async (_, searchTerm, record) => {
  await add(record);
  expect(await page(searchTerm)).toEqual({ items: [], next: null, total: { count: 0, isExact: true } });
});

test("a search finds short terms further on than it scans, in every script without spaces between words", async () => {
  await add(
    ..."東京都庁 となりのトトロ ハンドブック ปากนกแก้ว ພາສາລາວ ភាសាខ្មែរ မြန်မာစာ བོད་ཡིག 大𠮷野家".split(" "),
  );
  for (const term of [
    "京",
    "りの",
    "ﾌﾞｯ",
    "นก",
    "ลา",
    "ລາ",
    "ហ",
    "សា",
    "မာ",
    "ཡི",
    "𠮷",
    "𠮷野",
    "京a",
    "%京",
  ]) {
    const query = sampleQuerySchema.parse({ searchTerm: term });
    const scanned = await sampleList.page(database.sql, query);
    const found = await sampleList.page(database.sql, query, 1);
    expect({ term, ...found }).toEqual({ term, ...scanned });
  }
});

test("the browser and the database agree on the letters of scripts without spaces between words", async () => {
  const characters = Array.from({ length: 0x3_ffff }, (_, i) => i + 1)
    .filter((point) => point < 0xd8_00 || point > 0xdf_ff)
    .map((point) => String.fromCodePoint(point));
  const { rows } = await database.pool.query<{ letters: string[] }>("SELECT search_letters($1) AS letters", [
    characters.join(""),
  ]);
  expect(rows[0]?.letters).toEqual(characters.filter((character) => unspacedLetters.test(character)));
});

test("what is looked up among the letters has letters after folding", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 3 }), { minLength: 50 }),
      async (terms) => {
        const short = terms.filter((term) => indexOf(term) === "letters");
        const { rows } = await database.pool.query(
          "SELECT term FROM unnest($1::text[]) AS term WHERE search_letters(fold_text(term)) IS NULL",
          [short],
        );
        expect(rows).toEqual([]);
      },
    ),
  );
});

test("a search for spaces only is ignored", async () => {
  await add("One", "Two");
  expect((await page("  ")).total).toEqual({ count: 2, isExact: true });
});

test("texts are sorted first ignoring case and accents", async () => {
  const order = ["Ångström", "apple", "éclair", "Éclair 2", "Eclipse", "Zorro", "موسم"];
  await add(...order.toReversed());
  expect((await page("")).items.map(({ title }) => title)).toEqual(order);
});
