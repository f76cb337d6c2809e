import fc from "fast-check";
import { expect, test } from "vitest";
import {
  decodeSingleBytes,
  encodings,
  unreadable,
  type Encoding,
  type SingleByteEncoding,
} from "../../csv/encodings.ts";
import { createCsvFile, decodeText } from "./csv-file.ts";

const byteOrderMark = "\ufeff";
/** Bytes that end within a character, or have none, with what follows. */
const invalidBytes: Partial<Record<Encoding, number[][]>> = {
  "utf-8": [[0xe9], [0xff], [0x80], [0xc0, 0x80], [0xe2, 0x82], [0xf0, 0x9f, 0x98], [0xed, 0xa0, 0x80], [0]],
  "utf-16le": [
    [0x3d, 0xd8],
    [0x00, 0xdc],
    [0, 0],
  ],
  "utf-16be": [
    [0xd8, 0x3d],
    [0xdc, 0x00],
    [0, 0],
  ],
  "windows-1252": [[0x81], [0x9d], [0]],
  "windows-1256": [[0]],
  macintosh: [[0]],
};

function encode(text: string, encoding: Encoding): Buffer {
  if (encoding === "utf-8") return Buffer.from(text);
  const utf16 = Buffer.from(text, "utf16le");
  if (encoding === "utf-16le") return utf16;
  if (encoding === "utf-16be") return utf16.swap16();
  const characters = charactersOf(encoding);
  return Buffer.from([...text].map((character) => characters.indexOf(character)));
}

const allBytes = Uint8Array.from({ length: 256 }, (_, byte) => byte);
const charactersOf = (encoding: SingleByteEncoding) => [...decodeSingleBytes(allBytes, encoding)];

/** Characters of an encoding, of every length in bytes. */
function textOf(encoding: Encoding) {
  const characters = encoding.startsWith("utf")
    ? [..."aéÿ€’العنوان題😀𝒳\ufffd", "\u{10ffff}"]
    : charactersOf(encoding as SingleByteEncoding);
  const readable = characters.filter((each) => each.isWellFormed() && !/\p{Cc}/u.test(each));
  return fc.string({ unit: fc.constantFrom(...readable), minLength: 1, maxLength: 12 });
}

const textIn = (bytes: Buffer, encoding: Encoding, chunkBytes: number) =>
  [...decodeText({ bytes, encoding }, chunkBytes)].join("");

test.each(encodings)(
  "%s: bytes that don't fit are found in their line, at any place of a chunk",
  (encoding) => {
    const lines = fc.array(textOf(encoding), { minLength: 1, maxLength: 5 });
    const inserted = fc.record({
      line: fc.nat(),
      atEnd: fc.boolean(),
      bytes: fc.constantFrom(...(invalidBytes[encoding] ?? [])),
    });
    fc.assert(
      fc.property(lines, fc.option(inserted), fc.boolean(), fc.integer({ min: 4, max: 40 }), (...values) => {
        const [texts, invalid, hasMark, chunkBytes] = values;
        const invalidLine = invalid ? invalid.line % texts.length : -1;
        const parts = texts.flatMap((text, line) => {
          const insertion = line === invalidLine ? Buffer.from(invalid?.bytes ?? []) : Buffer.alloc(0);
          const whole = encode(text, encoding);
          const ordered = invalid?.atEnd ? [whole, insertion] : [insertion, whole];
          return [...ordered, encode("\n", encoding)];
        });
        const mark =
          hasMark && encoding.startsWith("utf") ? encode(byteOrderMark, encoding) : Buffer.alloc(0);
        const read = textIn(Buffer.concat([mark, ...parts]), encoding, chunkBytes).split("\n");
        expect(read.slice(0, -1).map((line) => line.isWellFormed())).toEqual(
          texts.map((_, line) => line !== invalidLine),
        );
        for (const [line, text] of texts.entries()) if (line !== invalidLine) expect(read[line]).toBe(text);
      }),
    );
  },
);

test.each(["utf-16le", "utf-16be"] as const)("%s: half a character at the end is found", (encoding) => {
  const bytes = Buffer.concat([encode("a\n", encoding), Buffer.from([0x61])]);
  expect(textIn(bytes, encoding, 8)).toBe(`a\n${unreadable}`);
});

test("Windows-1252 isn't decoded as ISO 8859-1, as by some versions of Node.js", () => {
  expect(decodeSingleBytes(Uint8Array.of(0x80, 0x92, 0x9c, 0xe9, 0x9f), "windows-1252")).toBe("€’œéŸ");
});

test("the text of a binary file isn't read", () => {
  const zip = Buffer.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0x0a, 0x2c, 0xe9]);
  expect([...decodeText(createCsvFile(zip))]).toEqual([]);
});
