import { goneError } from "#resource/fields.ts";
import type { Field, Names, Reference } from "./definition.ts";
import { addImport, insertAt, type Files } from "./edit.ts";
import { kinds, type Import } from "./kinds.ts";

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
 * @returns what it found no place for
 */
export function addField(files: Files, field: Field, names: Names): string[] {
  const edits = editsOf(field, names);
  return edits.flatMap(({ file, what, imports, place }) => {
    const path = `src/features/${names.many}/${file}`;
    const text = files.get(path);
    const changed = text === undefined ? undefined : place(text);
    if (changed === undefined) return [`${path}: ${what}`];
    files.set(path, imports.reduce(addImport, changed));
    return [];
  });
}

function editsOf(field: Field, names: Names): Edit[] {
  const kind = kinds[field.kind];
  if (!kind) throw new Error(`There is no kind ${field.kind}`);
  const { name, column, isRequired, reference } = field;
  const { one, many } = names;
  const options = [
    `"${many}:fields.${name}"`,
    ...(kind.argument ? [kind.argument(field, names)] : []),
    ...(isRequired ? ["{ required: true }"] : []),
  ];
  const columnName = reference ? `${name}Id` : name;
  return [
    insertion(
      "fields.ts",
      `${name}: field.${kind.define}(…)`,
      new RegExp(`(?<=^export const ${one}Fields = \\{\n[^]*?)(?=^\\};)`, "m"),
      `  ${name}: field.${kind.define}(${options.join(", ")}),\n`,
    ),
    insertion(
      "table.ts",
      `the column ${columnName}`,
      /(?=^ {4}searchText: )/m,
      `    ${columnName}: ${kind.column(field, names)}${isRequired ? ".notNull()" : ""},\n`,
      [kind.columnImport, ...(reference ? [tableImport(reference)] : [])],
    ),
    ...(field.kind === "text"
      ? [
          insertion(
            "table.ts",
            "the search",
            /(?<=searchText: searchTextColumn\(.*)(?=\),$)/m,
            isRequired ? `, "${column}"` : `, "coalesce(${column}, '')"`,
          ),
        ]
      : []),
    ...(isRequired
      ? [
          insertion(
            "testing.ts",
            `${name} in values`,
            /(?<=const values = \{[^}]*)(?=\};)/,
            `  ${name}: ${kind.sample(field)},\n`,
          ),
        ]
      : []),
    ...referenceEdits(field, names),
  ];
}

const tableImport = ({ table, feature }: Reference): Import => [table, `#features/${feature}/table.ts`];

/** An edit that inserts code. */
function insertion(
  file: string,
  what: string,
  place: RegExp,
  code: string,
  imports: readonly Import[] = [],
): Edit {
  return { file, what, imports, place: (text) => insertAt(text, place, code) };
}

function referenceEdits({ name, column, reference }: Field, { one }: Names): Edit[] {
  if (!reference) return [];
  const { table, feature, nameColumns, records } = reference;
  const code = goneError(name);
  const columns = nameColumns.map((each) => `${table}.${each}`);
  const constraint = `${one}_${column}_id_${reference.name}_id_fk`;
  const form = `screens/${one}-form.tsx`;
  return [
    insertion(
      "store.ts",
      `the reference ${name}`,
      /(?<=References = \{)/,
      `${name}: referenceTo(${[`${table}.id`, ...columns].join(", ")}),`,
      [["referenceTo", "#resource/server/field-store.ts"], tableImport(reference)],
    ),
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
      what: `references={{ ${name}: ${records} }}`,
      imports: [[records, `#features/${feature}/queries.ts`]],
      place: (text) =>
        insertAt(text, /(?<=references=\{\{)/, `${name}: ${records},`) ??
        insertAt(text, /(?<=<FieldForm [^>]*)(?=\/>)/, `references={{ ${name}: ${records} }}`),
    },
    insertion("queries.ts", `"${feature}" in invalidateOn`, /(?<=^invalidateOn\(\["\w+")/m, `, "${feature}"`),
  ];
}
