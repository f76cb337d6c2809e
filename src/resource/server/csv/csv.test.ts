import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedText } from "#rpc/text.ts";
import { createCsvFile, decodeText } from "./csv-file.ts";
import { detectDelimiter, readFirstRows, readRows, type CsvRow } from "./read-rows.ts";
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

function readAll(
  bytes: Uint8Array,
  delimiter: (typeof delimiterNames)[number] = "comma",
  maxRows = Infinity,
) {
  const file = createCsvFile(Buffer.from(bytes));
  const rows: CsvRow[] = [];
  for (const batch of readRows(decodeText(file, bytes.length > 10_000 ? 65_536 : 7), delimiter, maxRows)) {
    rows.push(...batch.rows);
    if (batch.unread) return { rows, encoding: file.encoding, unread: batch.unread };
  }
  return { rows, encoding: file.encoding };
}

const cellsOf = (text: string) => readAll(encoder.encode(text)).rows.map(({ cells }) => cells);

test("formatted rows are parsed exactly, with every delimiter", () => {
  const row = fc.tuple(storedText, storedText, fc.oneof(storedText, fc.constant("")));
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 8 }),
      fc.constantFrom(...delimiterNames),
      (rows, delimiter) => {
        const text = byteOrderMark + rows.map((each) => formatRow(each, delimiter)).join("");
        const read = readAll(encoder.encode(text), delimiter);
        expect(read.rows.map(({ cells }) => cells)).toEqual(rows);
      },
    ),
  );
});

test("no cell is a formula, and escaped text is distinguished from text that looks escaped", () => {
  fc.assert(
    fc.property(storedText, (text) => {
      // With any delimiter.
      for (const cell of formatRow([text, "x"]).split(/[,;\t\r\n]/))
        expect(cell).not.toMatch(/^["]*[=+\-@＝＋－＠]/);
      expect(cellsOf(formatRow([text, "x"]))).toEqual([[text, "x"]]);
    }),
  );
  expect(formatRow(["=1+1", "'=1+1", "'Tis", "-"])).toBe("'=1+1,''=1+1,'Tis,'-\r\n");
  expect(formatRow(["a;=1+1;b; -1", '"=1'])).toBe(`a;'=1+1;b; -1,"'""=1"\r\n`);
});

test("malformed input is parsed without errors", () => {
  const garbage = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .array(fc.constantFrom(..."\",;\t\r\n'a é"), { maxLength: 100 })
      .map((all) => encoder.encode(all.join(""))),
  );
  fc.assert(
    fc.property(garbage, fc.constantFrom(...delimiterNames), (bytes, delimiter) => {
      const { rows } = readAll(bytes, delimiter);
      expect(rows.every(({ number }, index) => number > (rows[index - 1]?.number ?? 0))).toBe(true);
    }),
  );
});

describe("a file is parsed as spreadsheets do", () => {
  test.each([["\n"], ["\r\n"], ["\r"]])("with line breaks as %j, in cells too", (end) => {
    expect(cellsOf(`a,"b${end}c"${end}d,e${end}`)).toEqual([
      ["a", `b${end}c`],
      ["d", "e"],
    ]);
  });

  test("blank rows are skipped and counted, and rows may have different lengths", () => {
    const { rows } = readAll(encoder.encode('a,b\n\n"c\nd",e,f\n , \ng'));
    expect(rows).toEqual([
      { number: 1, cells: ["a", "b"] },
      { number: 3, cells: ["c\nd", "e", "f"] },
      { number: 5, cells: ["g"] },
    ]);
  });

  test("quotes within a cell are kept", () => {
    expect(cellsOf('a "b" c,"say ""hi"""\n')).toEqual([['a "b" c', 'say "hi"']]);
  });

  test("an unclosed quote is reported with its row and line, after the rows before it", () => {
    const read = readAll(encoder.encode('a,b\n"c\nd",e\n\nf,"g\nh,i\n'));
    expect(read.rows.map(({ number }) => number)).toEqual([1, 2]);
    expect(read.unread).toEqual({ row: 4, line: 5, reason: "quote" });
  });

  test.each([
    ["without quotes", "x".repeat(999_999)],
    ["in quotes", `"${"x\n".repeat(499_999)}x"`],
    ["of empty cells", ",".repeat(999_999)],
  ])("a row %s may have at most a million characters", (_, row) => {
    expect(readAll(encoder.encode(`a,b\n${row}\n`)).unread).toBeUndefined();
    const longer = readAll(encoder.encode(`a,b\n${row.replace("x", "xxx").replace(",", ",,,")}\nc,d\n`));
    expect(longer).toMatchObject({ rows: [{ number: 1 }], unread: { row: 2, line: 2, reason: "length" } });
  });
});

/** Rows that an import has no use for. */
const uselessRows = [
  "\n",
  "\r\n",
  "\r",
  " \n",
  ",\n",
  '""\n',
  "x\n",
  "x,y,z,,,,\n",
  '"x"y\n',
  ",".repeat(50) + "\n",
];

describe.each(uselessRows)("rows like %j", (row) => {
  test("count, so that reading ends after the maximum", () => {
    const { rows, unread } = readAll(encoder.encode(`a,b\n${row.repeat(50)}`), "comma", 20);
    expect(unread).toMatchObject({ row: 21, reason: "count" });
    expect(rows.every(({ number }) => number <= 20)).toBe(true);
  });

  test("take about as long as other short ones", () => {
    const size = 200_000;
    const timeOf = (text: string) => {
      const times = [1, 2, 3, 4].map(() => {
        const startedAt = performance.now();
        readAll(encoder.encode(text));
        return performance.now() - startedAt;
      });
      return Math.min(...times);
    };
    const usual = timeOf("a,b\n".repeat(size / 4));
    expect(timeOf(`a,b\n${row.repeat(size / row.length)}`) / usual).toBeLessThan(15);
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
  ])("%s", (encoding, bytes) => {
    const read = readAll(bytes);
    expect(read.encoding).toBe(encoding);
    expect(read.rows).toEqual([{ number: 1, cells: ["Émile", "Ünal"] }]);
  });

  test("a truncated file may end within a character", () => {
    expect(createCsvFile(Buffer.from("é").subarray(0, 1)).encoding).toBe("utf-8");
  });

  test("a spreadsheet's own format is binary", () => {
    const zip = [0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0, 0x0a, 0x2c, 0xe9];
    expect(readAll(Uint8Array.from(zip))).toEqual({ rows: [], encoding: "binary" });
  });
});

test("the first rows are found after blank ones, without reading everything", () => {
  expect(readFirstRows(`${"\n".repeat(900)}a,b\nc,d\n`, "comma", 1)).toEqual([["a", "b"]]);
  expect(readFirstRows(`${"\n".repeat(60_000)}a,b\n`, "comma", 1)).toEqual([]);
});

test.each([
  ["comma", "Title,Author\nOne; two,B\nA,B\n"],
  ["semicolon", "Titel;Autor;Preis\nEins, zwei;B;1,5\nA, B;C;2,5\n"],
  ["tab", "Title\tAuthor\nOne, two\tB\n"],
  ["comma", "Only one column\nA\n"],
  ["comma", ""],
] as const)("the delimiter %s is detected: %j", (delimiter, text) => {
  expect(detectDelimiter(text)).toBe(delimiter);
});
