export type RowParser = {
  /** The rows that end in the next chunk. */
  parse(chunk: string): Generator<string[]>;
  /** The row that ends with the text, if there is one. */
  end(): Generator<string[]>;
  /** The first line of the row that hasn't ended yet, and what keeps it from ending. */
  unfinished(): { line: number; isTooLong: boolean; isInQuotes: boolean };
};

/** In characters. A longer row usually means that a quote isn't closed. */
const maxRowLength = 1_000_000;

/**
 * Parses the rows of a text that arrives in chunks (RFC 4180), until one is too long. Rows may have different numbers of
 * cells, and quotes within a cell are kept. The time depends on the text's length alone (docs/decisions/0016-csv.md).
 */
export function createRowParser(delimiter: string): RowParser {
  const cellEnd = new RegExp(`[\\${delimiter}\r\n]`, "g");
  /** The end of the last chunk: its meaning depends on the next character. */
  let pending = "";
  let cells: string[] = [];
  let cell = "";
  let isInQuotes = false;
  /** Whether the cell began with a quote. */
  let isQuoted = false;
  let length = 0;
  let line = 1;
  let lineBreaksInRow = 0;

  function append(text: string) {
    cell += text;
    length += text.length;
  }

  function endCell() {
    if (isQuoted) lineBreaksInRow += countLineBreaks(cell);
    cells.push(cell);
    cell = "";
    isQuoted = false;
    length += 1;
  }

  function endRow(): string[] {
    endCell();
    const row = cells;
    cells = [];
    line += lineBreaksInRow + 1;
    lineBreaksInRow = 0;
    length = 0;
    return row;
  }

  function* parse(chunk: string, isLast: boolean): Generator<string[]> {
    const text = pending + chunk;
    let at = 0;
    /** Appends the text up to `end`. @returns whether parsing continues there: the next character has arrived, too */
    const moveTo = (end: number) => {
      append(text.slice(at, end));
      at = end;
      return length <= maxRowLength && (end + 1 < text.length || (isLast && end < text.length));
    };
    while (at < text.length && length <= maxRowLength) {
      if (isInQuotes) {
        const quote = text.indexOf('"', at);
        if (!moveTo(quote < 0 ? text.length : quote)) break;
        const next = text[at + 1];
        at += 1;
        if (next === '"') {
          append('"');
          at += 1;
        } else {
          isInQuotes = false;
          const isClosed = next === undefined || next === delimiter || next === "\r" || next === "\n";
          if (!isClosed) cell = `"${cell}"`;
        }
      } else if (text[at] === '"' && cell === "" && !isQuoted) {
        isInQuotes = true;
        isQuoted = true;
        at += 1;
      } else {
        cellEnd.lastIndex = at;
        if (!moveTo(cellEnd.test(text) ? cellEnd.lastIndex - 1 : text.length)) break;
        const isLineBreak = text[at] !== delimiter;
        at += text.startsWith("\r\n", at) ? 2 : 1;
        if (isLineBreak) yield endRow();
        else endCell();
      }
    }
    pending = text.slice(at);
  }

  return {
    parse: (chunk) => parse(chunk, false),
    *end() {
      yield* parse("", true);
      if (!isInQuotes && (cells.length > 0 || cell !== "" || isQuoted)) yield endRow();
    },
    unfinished: () => ({ line, isTooLong: length > maxRowLength, isInQuotes }),
  };
}

function countLineBreaks(text: string): number {
  const lineBreak = /\r\n?|\n/g;
  let count = 0;
  while (lineBreak.test(text)) count += 1;
  return count;
}
