/** A plain value of a record, in a list or a file. A day is a text, YYYY-MM-DD; null is an empty cell. */
export type CellValue = string | number | boolean | Date | null;
