import { describe, expect, test } from "vitest";
import { readFirstRows } from "../csv/read-rows.ts";
import { detectDelimiter, findStart } from "./detect-table.ts";

const names = ["title", "author", "genre", "publisher"];
const countNames = (cells: string[]) =>
  cells.filter((cell) => names.includes(cell.trim().toLowerCase())).length;

test.each([
  ["comma", "Title,Author\nOne; two,B\nA,B\n"],
  ["semicolon", "Titel;Autor;Preis\nEins, zwei;B;1,5\nA, B;C;2,5\n"],
  ["tab", "Title\tAuthor\nOne, two\tB\n"],
  ["pipe", "Nr|Who\nOne, two|B\nA|B\n"],
  ["comma", "Only one column\nA\n"],
  ["comma", ""],
  ["pipe", "Title|Author\n"],
  // More rows are split by another symbol, but not the header.
  ["comma", "Title,Author\nA;x,B,more\nC;y,D\nE;z,F,G\nH;i,J\n"],
  // Each cell of the rows has a comma.
  ["semicolon", "Title;Author\nOne, A;Two, B\nThree, C;Four, D\n"],
  ["semicolon", "A;B;C\nOne, A;Two, B;C, D\nThree, C;Four, D;E, F\n"],
  // Lines above the table have other separators.
  ["semicolon", "Report of 2026, draft\n\nX;Y;Z\n1;2;3\n4;5;6\n"],
  ["semicolon", "Report, of, the, library, in, 2026\nTitle;Author\nA, b, c;B\n"],
  ["tab", "Books; new, 2026\n\nX\tY\n1\t2\n"],
  ["pipe", '"A note, with\nlines; and, more"\nX|Y|Z\n1|2|3\n'],
] as const)("the delimiter %s is detected: %j", (delimiter, text) => {
  expect(detectDelimiter(text, countNames)).toBe(delimiter);
});

describe("the row in which the table starts is found", () => {
  test.each([
    [1, "Title,Author,Genre\nA,B,C\n"],
    [3, "Report of 2026\n\nTitle,Author,Genre\nA,B,C\n"],
    [2, "Report of 2026,,\nTitle,Author,Genre\nA,B,C\n"],
    [2, '"Report\nof 2026, all"\nTitle,Author,Genre\nA,B,C\n'],
    [5, "Report\nBy:,Ada\n\nOn:,2026-11-28,,\nAuthor,x,Title,y\nA,B,C,D\n"],
    [4, "Title\n\n\nNr,Title,Author\n"],
    [2, "Report,2026,Draft\nTitle,Author,Genre\nA,B,C\n"],
    // The names are unknown.
    [3, "Report of 2026\n\nX,Y,Z\n1,2,3\n4,5,6\n"],
    [3, "Report, of 2026,,\nBy,Ada,,\nX,Y,Z,W\n1,2,3,4\n4,5,,6\n"],
    [1, "X,Y,,Z\n1,2,3,4\n4,5,6,6\n"],
    [1, "One column\nA\nB\n"],
    [1, "One column\nA\nB, C\n"],
    [2, "\nA,B\n"],
  ])("%d in %j", (row, text) => {
    expect(findStart(readFirstRows(text, "comma"), countNames)?.number).toBe(row);
  });

  test("in no row of an empty file", () => {
    expect(findStart([], countNames)).toBeUndefined();
  });
});
