import type { Field, Names } from "./definition.ts";
import { addImport, insertAt, replaceIn, type Files } from "./edit.ts";
import { choicesName, kinds, type Import, type Kind } from "./kinds.ts";

/** What a field adds to one file. `place` changes its text, or returns undefined if it doesn't find its place. */
type Edit = {
  file: string;
  /** What it adds, for the message that it has to be added by hand. */
  what: string;
  imports: readonly Import[];
  place: (text: string) => string | undefined;
};

/**
 * Adds a field to the files of a resource.
 * @param isNew whether the resource's table doesn't exist yet, so that its search can look in the field
 * @returns what it found no place for
 */
export function addField(files: Files, field: Field, names: Names, isNew: boolean): string[] {
  const edits = editsOf(field, names, isNew);
  return edits.flatMap(({ file, what, imports, place }) => {
    const path = `src/features/${names.many}/${file}`;
    const text = files.get(path);
    const changed = text === undefined ? undefined : place(text);
    if (changed === undefined) return [`${path}: ${what}`];
    files.set(path, imports.reduce(addImport, changed));
    return [];
  });
}

function editsOf(field: Field, names: Names, isNew: boolean): Edit[] {
  const createKind = kinds[field.kind];
  if (!createKind) throw new Error(`There is no kind ${field.kind}`);
  const kind = createKind(field, names);
  return [
    ...schemaEdits(field, names, kind),
    ...tableEdits(field, names, kind, isNew),
    ...listEdits(field, names, kind),
    ...screenEdits(field, names, kind),
    ...(field.reference ? referenceEdits(field, names) : namedFieldEdits(field, names, kind)),
    ...(field.reference ? [] : csvEdits(field, names, kind)), // optional: csv
  ];
}

/** An edit that inserts code. */
function insertion(
  file: string,
  what: string,
  place: RegExp,
  code: string,
  imports: readonly (Import | undefined)[] = [],
): Edit {
  return {
    file,
    what,
    imports: imports.filter((each) => each !== undefined),
    place: (text) => insertAt(text, place, code),
  };
}

function schemaEdits(
  { name, kind: kindName, choices, isRequired }: Field,
  { one, One }: Names,
  kind: Kind,
): Edit[] {
  const { stored, input, optionalInput, schemaImports = [], initial, sort, filter } = kind;
  const isNullable = !isRequired && initial === undefined;
  const inputName = kindName === "ref" ? `${name}Id` : name;
  const inputCode = isNullable ? (optionalInput ?? `${input}.nullable().default(null)`) : input;
  const imports = schemaImports.filter(([each]) => each !== "optionalTypedText" || isNullable);
  return [
    insertion(
      "schema.ts",
      `${name}: ${stored}`,
      /(?=^ {2}createdAt: z\.date\(\),)/m,
      `  ${name}: ${stored}${isNullable ? ".nullable()" : ""},\n`,
      imports,
    ),
    insertion(
      "schema.ts",
      `${inputName}: ${inputCode}`,
      /(?=^\}\);\n\nexport type \w+Input = )/m,
      `  ${inputName}: ${inputCode},\n`,
    ),
    ...(choices.length > 0
      ? [
          insertion(
            "schema.ts",
            `the choices ${choices.join(", ")}`,
            new RegExp(`(?=^export const ${one}Schema)`, "m"),
            `export const ${choicesName(name, one)} = [${choices.map((each) => `"${each}"`).join(", ")}] as const;\n\n`,
          ),
        ]
      : []),
    ...(sort ? [insertion("schema.ts", `the order "${name}"`, /(?="createdAt",)/, `"${name}", `)] : []),
    ...(filter
      ? [
          {
            file: "schema.ts",
            what: `the filter ${name}`,
            imports: filter.queryImport ? [filter.queryImport] : [],
            place: (text: string) => {
              const code = `${name}: ${filter.query}.optional(),`;
              const list = `\\]\\)(?=;\\n\\nexport type ${One}ListQuery)`;
              return (
                insertAt(text, /(?<=\]\)\.extend\(\{)/, code) ??
                replaceIn(text, new RegExp(list), `]).extend({ ${code} })`)
              );
            },
          },
        ]
      : []),
  ];
}

function tableEdits(field: Field, { one }: Names, kind: Kind, isNew: boolean): Edit[] {
  const { name, column, isRequired, kind: kindName } = field;
  const isNullable = !isRequired && kind.initial === undefined;
  const columnName = kindName === "ref" ? `${name}Id` : name;
  const notNull = isNullable ? "" : ".notNull()";
  const { sort } = kind;
  const key = isNullable
    ? `blanksLast(${one}.${name}${sort?.type === "text" ? "" : `, "${sort?.type}"`})`
    : `${one}.${name}`;
  return [
    insertion(
      "table.ts",
      `the column ${columnName}`,
      /(?=^ {4}searchText: )/m,
      `    ${columnName}: ${kind.column}${notNull},\n`,
      [kind.columnImport, ...(kind.checkImports ?? [])],
    ),
    ...(sort
      ? [
          insertion(
            "table.ts",
            `the index ${column}: ${key}`,
            /(?=created: )/,
            `${column}: ${key},\n        `,
            isNullable ? [["blanksLast", "#resource/server/list/sorts.ts"]] : [],
          ),
        ]
      : []),
    ...(kind.checks
      ? [insertion("table.ts", kind.checks, /(?=\.\.\.searchIndexes\()/, `${kind.checks}\n    `)]
      : []),
    ...(kindName === "text" && isNew
      ? [
          insertion(
            "table.ts",
            "the search",
            /(?<=searchText: searchTextColumn\(.*)(?=\),$)/m,
            isNullable ? `, "coalesce(${column}, '')"` : `, "${column}"`,
          ),
        ]
      : []),
  ];
}

function listEdits({ name, isRequired }: Field, { many }: Names, { sort, filter, initial }: Kind): Edit[] {
  const isNullable = !isRequired && initial === undefined;
  const sorts: Edit[] = sort
    ? [
        insertion(
          "store.ts",
          `the order ${name}`,
          /(?=^ {4}createdAt: time\()/m,
          `    ${name}: ${sort.by}(${many}.${name}${isNullable ? `, { blanks: "last" }` : ""}),\n`,
          [[sort.by, "#resource/server/list/sorts.ts"]],
        ),
        insertion(
          "search-params.ts",
          `the order "${name}"`,
          /(?<=sortable: \[[^\]]*)(?="updatedAt")/,
          `"${name}", `,
        ),
      ]
    : [];
  const filters: Edit[] = filter
    ? [
        insertion(
          "store.ts",
          `the filter ${name}`,
          /(?<=^ {2}filters: \{)/m,
          `${name}: matches(${many}.${name}, eq),`,
          [["matches", "#resource/server/list/filters.ts"]],
        ),
        insertion(
          "search-params.ts",
          `the filter ${name}`,
          /(?<=^ {2}filters: \{)/m,
          `${name}: ${filter.search},`,
          filter.searchImports,
        ),
      ]
    : [];
  return [
    ...sorts,
    ...filters,
    insertion(
      "search-params.ts",
      `the column "${name}"`,
      /(?<=hideable = \[[^\]]*)(?="updatedAt")/,
      `"${name}", `,
    ),
  ];
}

function screenEdits(field: Field, { one, many }: Names, kind: Kind): Edit[] {
  const { name, kind: kindName, isRequired } = field;
  const { filter, sort, initial } = kind;
  const form = `screens/${one}-form.tsx`;
  const sorted = sort && (sort.by === "text" || sort.by === "number" ? "ascending" : "descending");
  const column = [
    `key: "${name}"`,
    `header: "${many}:fields.${name}"`,
    ...(sorted ? [`sort: "${sorted}"`] : []),
    `width: "${kind.width}"`,
    ...(kind.shown ? [`cell: ${kind.shown}`] : []),
  ];
  const empty = initial ?? (kindName === "text" && isRequired ? `""` : "null");
  const shownInActivity = kindName === "ref" ? `${one}.${name}?.name ?? null` : `${one}.${name}`;
  return [
    {
      file: `screens/${one}-columns.tsx`,
      what: `the column ${name}`,
      imports: kind.shownImport ? [kind.shownImport] : [],
      place(text) {
        const isLate = text.split("key: ").length > 3;
        return insertAt(
          text,
          /(?=^\];)/m,
          `  { ${[...column, ...(isLate ? [`hideBelow: "lg"`] : [])].join(", ")} },\n`,
        );
      },
    },
    ...(filter
      ? [
          {
            file: `screens/${one}-list-screen.tsx`,
            what: `the filter ${filter.control}`,
            imports: filter.controlImports,
            place: (text: string) =>
              insertAt(text, /(?=<\/div>\s*\}\s*bulkActions=)/, filter.control) ??
              insertAt(
                text,
                /(?=bulkActions=)/,
                `filters={<div className="flex flex-wrap gap-2">${filter.control}</div>}\n        `,
              ),
          },
        ]
      : []),
    insertion(
      form,
      `${name} in the draft`,
      /(?<=return \{\n[^}]*)(?=^ {2}\};\n\})/m,
      `    ${name}: ${one}.${name},\n`,
    ),
    insertion(
      form,
      `${name} in emptyValues`,
      /(?<=const emptyValues[^{]*\{[^}]*)(?=\};)/,
      `  ${name}: ${empty},\n`,
    ),
    insertion(
      form,
      `a LabeledField of ${name}`,
      /(?=^ *\{buttons\})/m,
      `      <LabeledField label={t("fields.${name}")} control={control} name="${name}" ${kind.control} />\n`,
      kind.controlImports,
    ),
    insertion(
      "api.ts",
      `${name} in activityFields`,
      /(?=^ {2}\}\),\n {2}constraintErrors)/m,
      `    ${name}: ${shownInActivity},\n`,
    ),
    insertion(
      "parts/activity.ts",
      `the text of ${name}`,
      /(?=^ {4}\},\n {2}\},\n\};)/m,
      `      ${name}: "${many}:fields.${name}",\n`,
    ),
    ...(kind.format
      ? [
          {
            file: "parts/activity.ts",
            what: `formats: { ${name}: "${kind.format}" }`,
            imports: [],
            place: (text: string) =>
              insertAt(text, /(?<=formats: \{)/, ` ${name}: "${kind.format}",`) ??
              insertAt(text, /(?=^ {4}fields: \{)/m, `    formats: { ${name}: "${kind.format}" },\n`),
          },
        ]
      : []),
    ...(isRequired
      ? [
          insertion(
            "testing.ts",
            `${name} in values`,
            /(?<=const values = \{[^}]*)(?=\};)/,
            `  ${name}: ${kind.sample},\n`,
          ),
        ]
      : []),
  ];
}

function namedFieldEdits(
  { name, isRequired }: Field,
  { one, many }: Names,
  { cell, cellImport, written }: Kind,
): Edit[] {
  const shape = `${one}InputSchema.shape.${name}`;
  const field = [
    `name: "${many}:fields.${name}"`,
    `schema: ${cell?.(shape) ?? shape}`,
    ...(isRequired ? ["required: true"] : []),
    ...(written ? [`written: ${written}`] : []),
  ];
  const writtenImport: Import[] = written ? [[written, "#resource/csv/cell-schemas.ts"]] : [];
  return [
    insertion(
      "schema.ts",
      `${name} in ${one}Fields`,
      /(?=^\} as const;)/m,
      `  ${name}: { ${field.join(", ")} },\n`,
      [cellImport, ...writtenImport],
    ),
  ];
}

// optional: csv
function csvEdits({ name }: Field, { many }: Names, { sample }: Kind): Edit[] {
  return [
    insertion(
      "server/csv.ts",
      `the column ${name}`,
      /(?=^ {2}\},\n {2}example)/m,
      `    ${name}: ${many}.${name},\n`,
    ),
    {
      file: "server/csv.ts",
      what: `${name} in the example`,
      imports: [],
      place: (text) => {
        const row = /example: \[\s*\{([^}]*?),?\s*\}/.exec(text);
        const value = sample.replace(" as const", "");
        return row ? text.replace(row[0], () => `example: [{${row[1]}, ${name}: ${value} }`) : undefined;
      },
    },
  ];
}
// end: csv

function referenceEdits({ name, column, reference }: Field, { one, many, One }: Names): Edit[] {
  if (!reference) return [];
  const { table, feature, nameColumns } = reference;
  const code = `${name.replaceAll(/[A-Z]/g, "_$&").toUpperCase()}_NOT_FOUND`;
  const columns = nameColumns.map((each) => `${table}.${each}`);
  const shownName =
    columns.length === 1
      ? columns[0]
      : `sql<string>\`coalesce(${columns.map((each) => `\${${each}}`).join(", ")})\``;
  const tableImport: Import = [table, `#features/${feature}/table.ts`];
  const join = `.leftJoin(${table}, eq(${table}.id, ${many}.${name}Id))`;
  const constraint = `${one}_${column}_id_${reference.name}_id_fk`;
  const form = `screens/${one}-form.tsx`;
  return [
    insertion(
      "store.ts",
      `${name} in selected`,
      /(?=^\};\n\nconst \w+ById)/m,
      `  ${name}: { id: ${table}.id, name: ${shownName} },\n`,
      [tableImport, ...(columns.length > 1 ? [["sql", "drizzle-orm"] as const] : [])],
    ),
    insertion("store.ts", join, /(?=\.where\(isWanted\))/, `${join}\n    `),
    insertion("store.ts", join, new RegExp(`(?<=\\.leftJoin\\(${many}, eq\\(${many}\\.id, id\\)\\))`), join),
    {
      file: "store.ts",
      what: `${name} in both conversions of rows`,
      imports: [],
      place: (text) =>
        text.includes(`({ ${one} }) => ${one}`)
          ? text
              .replace(`({ ${one} }) => ${one})`, `({ ${one}, ${name} }) => ({ ...${one}, ${name} }))`)
              .replace(
                `({ ${one} }) => ${one},`,
                `({ ${one}, ${name} }) => ${one} && { ...${one}, ${name} },`,
              )
          : text.includes(`({ ${one}, `)
            ? text
                .replaceAll(`({ ${one}, `, `({ ${one}, ${name}, `)
                .replaceAll(`{ ...${one}, `, `{ ...${one}, ${name}, `)
            : undefined,
    },
    insertion(
      "contract.ts",
      `the error ${code}`,
      /(?<=^ +errors: \{)/m,
      `${code}: fieldError("There is no such ${name}.", "${name}Id"),`,
      [["fieldError", "#resource/contract.ts"]],
    ),
    insertion(
      "api.ts",
      `the error of ${constraint}`,
      /(?<=^ {2}constraintErrors: \{)/m,
      `${constraint}: { code: "${code}", fields: ["${name}Id"] },`,
    ),
    {
      file: form,
      what: `${name} in draftSchema`,
      imports: [["referenceSchema", "#resource/reference-schema.ts"]],
      place: (text) =>
        insertAt(
          text,
          /(?<=^const draftSchema = [^;]*)(?=;)/m,
          `.omit({ ${name}Id: true }).extend({ ${name}: referenceSchema.nullable() })`,
        ),
    },
    {
      file: form,
      what: `${name} in to${One}Input`,
      imports: [],
      place: (text) =>
        replaceIn(
          text,
          new RegExp(`\\(draft: ${One}Draft\\): ${One}Input => draft;`),
          `({ ${name}, ...draft }: ${One}Draft): ${One}Input => ({ ...draft, ${name}Id: ${name}?.id ?? null });`,
        ) ??
        (text.includes(`...draft }: ${One}Draft`)
          ? text
              .replace(`...draft }: ${One}Draft`, `${name}, ...draft }: ${One}Draft`)
              .replace("({ ...draft,", `({ ...draft, ${name}Id: ${name}?.id ?? null,`)
          : undefined),
    },
    {
      file: form,
      what: `the text of the error ${code}`,
      imports: [["referenceGone", "#resource/reference-schema.ts"]],
      place: (text) =>
        insertAt(text, /(?<=submitErrors=\{\{)/, `${code}: { ${name}: referenceGone },`) ??
        insertAt(
          text,
          /(?=className="mt-6 grid)/,
          `submitErrors={{ ${code}: { ${name}: referenceGone } }}\n      `,
        ),
    },
    // optional: csv
    insertion(
      "server/csv.ts",
      `the column ${name}`,
      /(?=^ *\{ name: "resource:fields\.created")/m,
      `    { name: "${many}:fields.${name}", value: (${one}) => ${one}.${name}?.name ?? null },\n`,
    ),
    // end: csv
    insertion("queries.ts", `"${feature}" in invalidateOn`, /(?<=^invalidateOn\(\["\w+")/m, `, "${feature}"`),
  ];
}
