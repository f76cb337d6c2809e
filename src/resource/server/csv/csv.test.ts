import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedText } from "#rpc/text.ts";
import { createCsvFile, decodeText } from "./csv-file.ts";
import { detectDelimiter, readRows, type CsvRow } from "./read-rows.ts";
import { byteOrderMark, delimiterNames, formatRow } from "../../csv/format.ts";

/** Most texts contain characters with a meaning in CSV or spreadsheets. */
const character = fc.oneof(
  fc.constantFrom(..."'=+-@＝,;\"|\t \\"),
  fc.string({ unit: "grapheme", maxLength: 3 }),
);

const schema = typedText(200, "common:errors.required");

/** Any text that a user may store. */
const storedText = fc
  .array(character, { minLength: 1, maxLength: 20 })
  .map((parts) => schema.safeParse(parts.join("")).data)
  .filter((text) => text !== undefined);

const encoder = new TextEncoder();

async function readAll(bytes: Uint8Array, delimiter: (typeof delimiterNames)[number] = "comma") {
  const file = createCsvFile(Buffer.from(bytes));
  const rows: CsvRow[] = [];
  for await (const batch of readRows(decodeText(file, bytes.length > 10_000 ? 65_536 : 7), delimiter)) {
    rows.push(...batch.rows);
    if (batch.broken) return { rows, encoding: file.encoding, broken: batch.broken };
  }
  return { rows, encoding: file.encoding };
}

const cellsOf = async (text: string) => (await readAll(encoder.encode(text))).rows.map(({ cells }) => cells);

test("formatted rows are parsed exactly, with every delimiter", async () => {
  const row = fc.tuple(storedText, storedText, fc.oneof(storedText, fc.constant("")));
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...delimiterNames),
      async (rows, delimiter) => {
        const text = byteOrderMark + rows.map((each) => formatRow(each, delimiter)).join("");
        const read = await readAll(encoder.encode(text), delimiter);
        expect(read.rows.map(({ cells }) => cells)).toEqual(rows);
      },
    ),
  );
});

test("no cell is a formula, and escaped text is distinguished from text that looks escaped", async () => {
  await fc.assert(
    fc.asyncProperty(storedText, async (text) => {
      // With any delimiter.
      for (const cell of formatRow([text, "x"]).split(/[,;\t\r\n]/))
        expect(cell).not.toMatch(/^["]*[=+\-@＝＋－＠]/);
      expect(await cellsOf(formatRow([text, "x"]))).toEqual([[text, "x"]]);
    }),
  );
  expect(formatRow(["=1+1", "'=1+1", "'Tis", "-"])).toBe("'=1+1,''=1+1,'Tis,'-\r\n");
  expect(formatRow(["a;=1+1;b; -1", '"=1'])).toBe(`a;'=1+1;b; -1,"'""=1"\r\n`);
});

test("malformed input is parsed without errors", async () => {
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .array(fc.constantFrom(..."\",;\t\r\n'a é"), { maxLength: 100 })
      .map((all) => encoder.encode(all.join(""))),
  );
  await fc.assert(
    fc.asyncProperty(garbage, fc.constantFrom(...delimiterNames), async (bytes, delimiter) => {
      const { rows } = await readAll(bytes, delimiter);
      expect(rows.every(({ number }, index) => number > (rows[index - 1]?.number ?? 0))).toBe(true);
    }),
  );
});

describe("a file is parsed as spreadsheets do", () => {
  test.each([["\n"], ["\r\n"], ["\r"]])("with line breaks as %j, in cells too", async (end) => {
    expect(await cellsOf(`a,"b${end}c"${end}d,e${end}`)).toEqual([
      ["a", `b${end}c`],
      ["d", "e"],
    ]);
  });

  test("blank rows are skipped and counted, and rows may have different lengths", async () => {
    const { rows } = await readAll(encoder.encode('a,b\n\n"c\nd",e,f\n , \ng'));
    expect(rows).toEqual([
      { number: 1, cells: ["a", "b"] },
      { number: 3, cells: ["c\nd", "e", "f"] },
      { number: 5, cells: ["g"] },
    ]);
  });

  test("quotes within a cell are kept", async () => {
    expect(await cellsOf('a "b" c,"say ""hi"""\n')).toEqual([['a "b" c', 'say "hi"']]);
  });

  test("an unclosed quote is reported with its row and line, after the rows before it", async () => {
    const read = await readAll(encoder.encode('a,b\n"c\nd",e\n\nf,"g\nh,i\n'));
    expect(read.rows.map(({ number }) => number)).toEqual([1, 2]);
    expect(read.broken).toEqual({ row: 4, line: 5, reason: "quote" });
  });

  test("a row may have at most a mebibyte", async () => {
    const read = await readAll(encoder.encode(`a,b\nc,"${"x\n".repeat(800_000)}`));
    expect(read).toMatchObject({ rows: [{ number: 1 }], broken: { row: 2, line: 2, reason: "length" } });
  });
});

describe("encodings are detected", () => {
  const text = "Émile,Ünal\n";
  test.each([
    ["utf-8", encoder.encode(text)],
    ["utf-8", encoder.encode(byteOrderMark + text)],
    ["utf-16le", Buffer.from(byteOrderMark + text, "utf16le")],
    ["utf-16be", Buffer.from(byteOrderMark + text, "utf16le").swap16()],
    ["windows-1252", Buffer.from(text, "latin1")],
  ])("%s", async (encoding, bytes) => {
    const read = await readAll(bytes);
    expect(read.encoding).toBe(encoding);
    expect(read.rows).toEqual([{ number: 1, cells: ["Émile", "Ünal"] }]);
  });

  test("a truncated file may end within a character", () => {
    expect(createCsvFile(Buffer.from("é").subarray(0, 1)).encoding).toBe("utf-8");
  });

  test("a spreadsheet's own format is binary", async () => {
    const zip = [0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0x0a, 0x2c, 0xe9];
    expect(await readAll(Uint8Array.from(zip))).toEqual({ rows: [], encoding: "binary" });
  });
});

test.each([
  ["comma", "Title,Author\nOne; two,B\nA,B\n"],
  ["semicolon", "Titel;Autor;Preis\nEins, zwei;B;1,5\nA, B;C;2,5\n"],
  ["tab", "Title\tAuthor\nOne, two\tB\n"],
  ["comma", "Only one column\nA\n"],
  ["comma", ""],
] as const)("the delimiter %s is detected: %j", async (delimiter, text) => {
  expect(await detectDelimiter(text)).toBe(delimiter);
});
