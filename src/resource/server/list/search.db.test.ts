import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../../testing/database.ts";
import {
  createSampleTables,
  sampleGroups,
  sampleList,
  sampleQuerySchema,
  samples,
} from "../../../../testing/sample-list.ts";

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
] as const)("a search finds %s", async (_, searchTerm, record) => {
  await add(record, "Something Else");
  expect((await page(searchTerm)).items).toHaveLength(1);
});

test.each([
  ["one or two letters inside a word", "st", "Nostalgia"],
  ["records that lack one of the words", "mysterious wells", "The Mysterious Island"],
  ["a per cent sign for any letters", "%", "Nostalgia"],
  ["an underscore for any letter", "n_st", "Nostalgia"],
  ["a word across the lines", "islandjul", { title: "Island", subtitle: "Jules" }],
  ["a word across a sign at a line's end", "wool-ann", { title: "Wool-", subtitle: "Ann" }],
] as const)("a search doesn't find %s", async (_, searchTerm, record) => {
  await add(record);
  expect(await page(searchTerm)).toEqual({ items: [], next: null, total: { count: 0, isExact: true } });
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
