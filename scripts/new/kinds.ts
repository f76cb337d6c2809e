import type { Field, Names } from "./definition.ts";

/** Where the code of a kind comes from: `[name, module]`. */
export type Import = readonly [name: string, module: string];

/** What a kind of field is in each part of a resource, as code. */
type Kind = {
  /** For the help. */
  example: string;
  /** The function of `field` in #resource/fields.ts, and what it gets besides the name and whether a value is required. */
  define: string;
  argument?: (field: Field, names: Names) => string;
  /** The column in table.ts, without NOT NULL. */
  column: (field: Field, names: Names) => string;
  columnImport: Import;
  /** A valid value. */
  sample: (field: Field) => string;
};

const drizzle = "drizzle-orm/pg-core";

/** The kinds of fields, which #resource/fields.ts defines. */
export const kinds: Record<string, Kind> = {
  text: {
    example: "producer:text",
    define: "text",
    column: ({ column }) => `orderedText("${column}")`,
    columnImport: ["orderedText", "#server/database/columns.ts"],
    sample: () => `"Example"`,
  },
  number: {
    example: "bottles:number  a whole number",
    define: "number",
    column: ({ column }) => `integer("${column}")`,
    columnImport: ["integer", drizzle],
    sample: () => "1",
  },
  year: {
    example: "vintage:year",
    define: "year",
    column: ({ column }) => `integer("${column}")`,
    columnImport: ["integer", drizzle],
    sample: () => "2013",
  },
  money: {
    example: "price:money  stored in cents, shown in the currency of src/brand",
    define: "money",
    column: ({ column }) => `bigint("${column}", { mode: "number" })`,
    columnImport: ["bigint", drizzle],
    sample: () => "1250",
  },
  date: {
    example: "drinkFrom:date",
    define: "date",
    column: ({ column }) => `date("${column}")`,
    columnImport: ["date", drizzle],
    sample: () => `"2026-01-31"`,
  },
  boolean: {
    example: "active:boolean",
    define: "boolean",
    column: ({ column }) => `boolean("${column}").default(false).notNull()`,
    columnImport: ["boolean", drizzle],
    sample: () => "true",
  },
  choice: {
    example: "region:choice(north,south)",
    define: "choice",
    argument: ({ name, choices }, { many }) =>
      `{ ${choices.map((each) => `${each}: "${many}:choices.${name}.${each}"`).join(", ")} }`,
    column: ({ name, column }, { one }) => `text("${column}", { enum: ${one}Fields.${name}.values })`,
    columnImport: ["text", drizzle],
    sample: ({ choices }) => `"${choices[0]}" as const`,
  },
  ref: {
    example: "owner:ref(user)  another resource",
    define: "reference",
    column: ({ column, reference }) =>
      `uuid("${column}_id").references(() => ${reference?.table}.id, { onDelete: "set null" })`,
    columnImport: ["uuid", drizzle],
    sample: () => "null",
  },
};
