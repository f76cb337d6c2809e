import type { Field, Names, Reference } from "./definition.ts";

/** Where the code of a kind comes from: `[name, module]`. */
export type Import = readonly [name: string, module: string];

/** What a kind of field is in each part of a resource, as code. */
export type Kind = {
  /** For the help. */
  example: string;
  /** The column in table.ts, without NOT NULL. */
  column: string;
  columnImport: Import;
  /** The value of a record, and what users write, without null. */
  stored: string;
  input: string;
  schemaImports?: readonly Import[];
  /** The input of a field that may be empty, if it isn't the nullable input. */
  optionalInput?: string;
  /** The value of a new record, if it isn't null. Such a field is never empty. */
  initial?: string;
  /** The schema of a CSV file's cell. @param schema the input's */
  cell?: (schema: string) => string;
  cellImport?: Import;
  /** The function of sorts.ts, and the type of its empty values. */
  sort?: { by: string; type: string };
  /** The properties of the form's control. */
  control: string;
  controlImports?: readonly Import[];
  /** Of the list's column. */
  width: string;
  /** What the list and the page show, if it isn't the plain value. */
  shown?: string;
  shownImport?: Import;
  /** How the activity shows its values, if their type doesn't say. */
  format?: "day" | "money" | "year";
  /** The function of cell-schemas.ts that makes the value of an exported cell, if it isn't the field's. */
  written?: string;
  /** A constraint or an index in table.ts. */
  checks?: string;
  checkImports?: readonly Import[];
  /** The filter of the list: in the query's schema, in the URL and on the screen. */
  filter?: {
    query: string;
    queryImport?: Import;
    search: string;
    searchImports: readonly Import[];
    control: string;
    controlImports: readonly Import[];
  };
  /** A valid value. */
  sample: string;
};

const drizzle = "drizzle-orm/pg-core";
const cells = "#resource/csv/cell-schemas.ts";
const fieldValue = "#resource/ui/record/kind-values.tsx";
const listSearch = "#ui/list/list-search.ts";
const filterMenu = "#resource/ui/list/filter-menu.tsx";

/** The kinds of fields. To add a kind, add it here. */
export const kinds: Record<string, (field: Field, names: Names) => Kind> = {
  text: ({ name, column }, { one }) => ({
    example: "producer:text",
    column: `orderedText("${column}")`,
    columnImport: ["orderedText", "#server/database/columns.ts"],
    stored: `storedText(${one}TextLimit)`,
    input: `typedText(${one}TextLimit, "common:errors.required")`,
    optionalInput: `optionalTypedText(${one}TextLimit)`,
    schemaImports: [["optionalTypedText", "#rpc/text.ts"]],
    sort: { by: "text", type: "text" },
    control: `type="text" dir="auto"`,
    width: "16%",
    checks: `...textChecks("${one}_${column}", ${one}.${name}, ${one}TextLimit),`,
    sample: `"Example"`,
  }),

  number: ({ column }) => ({
    example: "bottles:number  a whole number",
    column: `integer("${column}")`,
    columnImport: ["integer", drizzle],
    stored: "z.int32()",
    input: "z.int32()",
    cell: (schema) => `numberCell(${schema})`,
    cellImport: ["numberCell", cells],
    sort: { by: "number", type: "integer" },
    control: `type="number"`,
    width: "7rem",
    sample: "1",
  }),

  year: ({ name, column }, { one }) => ({
    example: "vintage:year",
    column: `integer("${column}")`,
    columnImport: ["integer", drizzle],
    stored: "z.int()",
    input: "yearSchema",
    schemaImports: [["yearSchema", "#resource/year-schema.ts"]],
    cell: (schema) => `numberCell(${schema})`,
    cellImport: ["numberCell", cells],
    sort: { by: "number", type: "integer" },
    control: `type="number" isGrouped={false} inputMode="numeric"`,
    width: "6rem",
    shown: `({ ${name} }) => <YearValue value={${name}} />`,
    shownImport: ["YearValue", fieldValue],
    format: "year",
    checks: `check("${one}_${column}_range", sql\`\${${one}.${name}} between 1 and 9999\`),`,
    checkImports: [
      ["check", drizzle],
      ["sql", "drizzle-orm"],
    ],
    sample: "2013",
  }),

  money: ({ name, column }) => ({
    example: "price:money  stored in cents, shown in the currency of src/brand",
    column: `bigint("${column}", { mode: "number" })`,
    columnImport: ["bigint", drizzle],
    stored: "z.int()",
    input: "z.int()",
    cell: (schema) => `moneyCell(${schema})`,
    cellImport: ["moneyCell", cells],
    written: "amountOf",
    sort: { by: "number", type: "bigint" },
    control: `type="number" inCents`,
    width: "7rem",
    shown: `({ ${name} }) => <MoneyValue value={${name}} />`,
    shownImport: ["MoneyValue", fieldValue],
    format: "money",
    sample: "1250",
  }),

  date: ({ name, column }) => ({
    example: "drinkFrom:date",
    column: `date("${column}")`,
    columnImport: ["date", drizzle],
    stored: "daySchema",
    input: "daySchema",
    schemaImports: [["daySchema", "#lib/day-schema.ts"]],
    cell: (schema) => `textCell(${schema})`,
    cellImport: ["textCell", cells],
    sort: { by: "day", type: "date" },
    control: `type="date"`,
    width: "9rem",
    shown: `({ ${name} }) => <DayValue value={${name}} />`,
    shownImport: ["DayValue", fieldValue],
    format: "day",
    sample: `"2026-01-31"`,
  }),

  boolean: ({ name, column }, { one }) => ({
    example: "active:boolean",
    column: `boolean("${column}").default(false)`,
    columnImport: ["boolean", drizzle],
    stored: "z.boolean()",
    input: "z.boolean().default(false)",
    initial: "false",
    cell: () => "flagCell",
    cellImport: ["flagCell", cells],
    control: `type="checkbox"`,
    width: "6rem",
    checks: `index("${one}_${column}").on(${one}.${name}),`,
    checkImports: [["index", drizzle]],
    filter: {
      query: "flagSchema",
      queryImport: ["flagSchema", "#resource/schema.ts"],
      search: "flagFilter",
      searchImports: [["flagFilter", listSearch]],
      control: `<FlagFilter label={t("fields.${name}")} name="${name}" value={search.${name}} />`,
      controlImports: [["FlagFilter", filterMenu]],
    },
    sample: "true",
  }),

  choice: ({ name, column, choices }, { one, many }) => {
    const values = choicesName(name, one);
    const list = choices.map((choice) => `'${choice}'`).join(", ");
    const text = `\`${many}:choices.${name}.\${${name}}\``;
    return {
      example: "region:choice(north,south)",
      column: `text("${column}", { enum: ${values} })`,
      columnImport: ["text", drizzle],
      stored: `z.enum(${values})`,
      input: `z.enum(${values}, "common:errors.required")`,
      cell: (schema) => `textCell(${schema})`,
      cellImport: ["textCell", cells],
      control: `type={SelectField} clearable options={${values}.map((id) => ({ id, label: t(\`choices.${name}.\${id}\`) }))}`,
      width: "8rem",
      controlImports: [
        ["SelectField", "#ui/form/select-fields.tsx"],
        [values, "../schema.ts"],
      ],
      shown: `({ ${name} }) => ${name} && <ChoiceValue text={${text}} />`,
      shownImport: ["ChoiceValue", fieldValue],
      checks: `index("${one}_${column}").on(${one}.${name}),
        check("${one}_${column}_known", sql\`\${${one}.${name}} in (${list})\`),`,
      checkImports: [
        ["index", drizzle],
        ["check", drizzle],
        ["sql", "drizzle-orm"],
        [values, "./schema.ts"],
      ],
      filter: {
        query: `z.enum(${values})`,
        search: `choiceFilter(${values})`,
        searchImports: [
          ["choiceFilter", listSearch],
          [values, "./schema.ts"],
        ],
        control: `<FilterMenu label={t("fields.${name}")} name="${name}" value={search.${name}} choices={${values}.map((value) => ({ value, label: t(\`choices.${name}.\${value}\`) }))} />`,
        controlImports: [
          ["FilterMenu", filterMenu],
          [values, "../schema.ts"],
        ],
      },
      sample: `"${choices[0]}" as const`,
    };
  },

  ref: ({ name, column, reference }, { one }) => {
    const { table, feature, records } = reference as Reference;
    const tableImport = [table, `#features/${feature}/table.ts`] as const;
    return {
      example: "owner:ref(user)  another resource",
      column: `uuid("${column}_id").references(() => ${table}.id, { onDelete: "set null" })`,
      columnImport: ["uuid", drizzle],
      checkImports: [["index", drizzle], tableImport],
      stored: "referenceSchema",
      input: "z.uuid()",
      schemaImports: [["referenceSchema", "#resource/reference-schema.ts"]],
      control: `type={ReferenceField} records={${records}}`,
      width: "10rem",
      controlImports: [
        ["ReferenceField", "#resource/ui/record/reference-field.tsx"],
        [records, `#features/${feature}/queries.ts`],
      ],
      shown: `({ ${name} }) => ${name} && <bdi>{${name}.name}</bdi>`,
      checks: `index("${one}_${column}").on(${one}.${name}Id),`,
      sample: "null",
    };
  },
};

/** An example of each kind, for the help. */
export function kindExamples(): string[] {
  const field = { name: "x", column: "x", kind: "", isRequired: false, choices: ["a", "b"] };
  const reference = {
    name: "user",
    feature: "users",
    table: "user",
    records: "userRecords",
    nameColumns: ["name"],
  };
  const names = { one: "wine", many: "wines", One: "Wine", Many: "Wines" };
  return Object.values(kinds).map((kind) => `  ${kind({ ...field, reference }, names).example}`);
}

/** The name of the constant with a field's choices. */
export function choicesName(field: string, one: string): string {
  return `${one}${field.replace(/^./, (letter) => letter.toUpperCase())}Choices`;
}
