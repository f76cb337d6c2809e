import type { z } from "zod";
import type { TextKey } from "#i18n/text-key.ts";
import type { cellParsers } from "./cells.ts";

/** The kind of a field's cells. */
export type ImportKind = "text" | keyof typeof cellParsers;

/** A field of a record that a column of a file can contain. */
export type ImportField = {
  /** The key of its name, which exports use as the column's heading. */
  name: TextKey;
  /** The key of other names that columns have, separated by "|". */
  otherNames?: TextKey;
  /** Text by default. */
  kind?: ImportKind;
  /** Whether the file needs a column and a value for it. */
  required?: boolean;
  /** Validates a value: a text, a day as YYYY-MM-DD, a boolean or a number; `undefined` for a blank cell. */
  schema: z.ZodType<string | number | boolean | null | undefined>;
};

export type ImportFields = Readonly<Record<string, ImportField>>;
