import { deflateRawSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { decodeSingleBytes, type SingleByteEncoding } from "./encodings.ts";
import { guessEncoding } from "./guess-encoding.ts";

const french =
  "Titre;Auteur\nL’Étranger;Albert Camus\nÇa ira à Noël, sœur;Zoë Marchand\nGarçon naïf;Hélène Côté\n";
const spanish = "Título;Autor\nEl niño y la niña;José Martí\nCien años de soledad;García Márquez\n";
const german = "Titel;Autor\nDie Verwandlung – über Größe;Jürgen Müller\nÄpfel;Jörg Weiß\n";
const english = "Title,Author\nDon’t “look” now…,Daphne du Maurier\n";
const arabic = "العنوان,المؤلف\nموسم الهجرة إلى الشمال,الطيب صالح\nالخبز الحافي,محمد شكري\n";
const mixed = "Title,العنوان\nSeason,موسم الهجرة إلى الشمال\nBread,الخبز الحافي\n";
const chinese = "书名,作者\n三体,刘慈欣\n活着,余华\n";

function encode(text: string, encoding: SingleByteEncoding): Buffer {
  const characters = [
    ...decodeSingleBytes(
      Uint8Array.from({ length: 256 }, (_, byte) => byte),
      encoding,
    ),
  ];
  return Buffer.from([...text].map((character) => characters.indexOf(character)));
}

const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();

describe("a byte order mark is certain", () => {
  test.each([
    ["utf-8", Buffer.from("\ufeffa,b\n")],
    ["utf-8", Buffer.concat([Buffer.from("\ufeffa,b\n"), Buffer.from([0xe9])])],
    ["utf-16le", utf16le(`\ufeff${french}`)],
    ["utf-16be", utf16be(`\ufeff${french}`)],
  ])("%s", (encoding, bytes) => {
    expect(guessEncoding(bytes)).toEqual({ encoding, isCertain: true });
  });
});

test.each(["", "a,b\n", french, arabic, chinese])("valid UTF-8 is certain: %j", (text) => {
  expect(guessEncoding(Buffer.from(text))).toEqual({ encoding: "utf-8", isCertain: true });
});

describe("other files have the encoding that makes words of them", () => {
  test.each([
    ["windows-1252", encode(french, "windows-1252")],
    ["windows-1252", encode(spanish, "windows-1252")],
    ["windows-1252", encode(german, "windows-1252")],
    ["windows-1252", encode(english, "windows-1252")],
    ["windows-1252", Buffer.from([0x43, 0x61, 0x66, 0xe9])],
    ["windows-1256", encode(arabic, "windows-1256")],
    ["windows-1256", encode(mixed, "windows-1256")],
    ["macintosh", encode(french, "macintosh")],
    ["macintosh", encode(spanish, "macintosh")],
    ["macintosh", encode(german, "macintosh")],
    ["macintosh", encode(english, "macintosh")],
    ["utf-16le", utf16le(french)],
    ["utf-16be", utf16be(french)],
    ["utf-16le", utf16le(arabic)],
    ["utf-16be", utf16be(arabic)],
    ["utf-16le", utf16le(chinese)],
    ["utf-16be", utf16be(chinese)],
    ["utf-16le", Buffer.concat([utf16le(arabic), Buffer.from([0x61])])],
  ])("%s", (encoding, bytes) => {
    expect(guessEncoding(bytes)).toEqual({ encoding, isCertain: false });
  });
});

describe("the whole file counts", () => {
  const ascii = Buffer.from("Title,Author\n".repeat(10_000));
  test.each([
    ["windows-1252", Buffer.concat([ascii, encode(french, "windows-1252")])],
    ["windows-1252", Buffer.concat([ascii, Buffer.from([0xe9])])],
    ["windows-1256", Buffer.concat([ascii, encode(arabic, "windows-1256")])],
    // Some bytes of it are damaged.
    ["utf-8", Buffer.concat([ascii, Buffer.from(french), Buffer.from([0xe9])])],
    ["utf-8", Buffer.concat([Buffer.from([0xff]), Buffer.from(arabic), ascii])],
  ])("%s", (encoding, bytes) => {
    expect(guessEncoding(bytes)).toEqual({ encoding, isCertain: false });
  });

  test("a character may be at the end of what is decoded at a time", () => {
    for (const length of [65_533, 65_534, 65_535, 65_536]) {
      const bytes = Buffer.from(`${"a".repeat(length)}😀é`);
      expect(guessEncoding(bytes)).toEqual({ encoding: "utf-8", isCertain: true });
    }
  });
});

test("a spreadsheet's own format is binary, and a text with a zero byte isn't", () => {
  const compressed = deflateRawSync(
    Buffer.from(Array.from({ length: 5_000 }, (_, index) => (index * 7919) % 251)),
  );
  const header = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0, 0, 0x21, 0]);
  expect(guessEncoding(Buffer.concat([header, compressed])).encoding).toBe("binary");
  expect(guessEncoding(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, ...Array<number>(500).fill(0)])).encoding).toBe(
    "binary",
  );
  expect(guessEncoding(Buffer.from(`${french.repeat(5)}a\0b`)).encoding).toBe("utf-8");
});
