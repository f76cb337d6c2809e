import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { typedText } from "#rpc/text.ts";
import { createCsvFile, decodeText } from "./csv-file.ts";
import { readDelimiterLine, readFirstRows, readRows, type CsvRow } from "./read-rows.ts";
import { byteOrderMark, delimiterNames, delimiterOf, formatRow } from "../../csv/format.ts";

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

/** Symbols that have a meaning in regular expressions, and others. */
const delimiters = [...delimiterNames, ..."^-]\\.:~'¦ "];

function readAll(bytes: Uint8Array, delimiter = "comma", maxRows = Infinity) {
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
      fc.constantFrom(...delimiters),
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
      for (const cell of formatRow([text, "x"]).split(/[,;\t|\r\n]/))
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
    fc.property(garbage, fc.constantFrom(...delimiters), (bytes, delimiter) => {
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

test("the first rows are found after blank ones, without reading everything", () => {
  expect(readFirstRows(`${"\n".repeat(900)}a,b\nc,d\n`, "comma")[0]).toEqual({
    number: 901,
    cells: ["a", "b"],
  });
  expect(readFirstRows(`${"\n".repeat(60_000)}a,b\n`, "comma")).toEqual([]);
});

describe("a first line that names the delimiter", () => {
  const lines = [
    ["sep=;", "semicolon"],
    ["sep=,", "comma"],
    ["SEP=|", "pipe"],
    ["sep=\t", "tab"],
    ["sep=\\t", "tab"],
    ["sep=^", "^"],
  ] as const;
  const written = lines.flatMap(([line, name]) => [
    { line, name },
    { line: `"${line}"`, name },
  ]);
  const ends = ["\n", "\r\n", "\r"];
  const files = written.flatMap((each) => ends.map((end) => ({ ...each, end })));

  test.each(files)("$line is read, and isn't counted as a row ($end)", ({ line, name, end }) => {
    const text = `${line}${end}a${end}"b`;
    expect(readDelimiterLine(text)).toBe(name);
    for (const delimiter of delimiters) {
      const read = readAll(encoder.encode(byteOrderMark + text), delimiter);
      expect(read).toMatchObject({ rows: [{ number: 1, cells: ["a"] }], unread: { row: 2, line: 3 } });
    }
  });

  test.each(["sep=;;;", "sep=", "sep=ab", 'sep="', "sep=a", "sep", "Title", "", "\nsep=;", "a\nsep=;"])(
    "%j is a row like others",
    (text) => {
      expect(readDelimiterLine(text)).toBeUndefined();
      expect(cellsOf(`${text}\n`)).toEqual(
        text === ""
          ? []
          : text
              .trim()
              .split("\n")
              .map((line) => [line]),
      );
    },
  );
});

test.each(["a", "é", "1", '"', "\r", "\n", "", "::", "😀", "\ud83d"])(
  "%j can't be a delimiter",
  (character) => {
    expect(delimiterOf(character)).toBeUndefined();
  },
);
