import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "#i18n/languages.ts";
import { UserError } from "../bootstrap/errors.mjs";
import { addField } from "./add-field.ts";
import type { Field, Names } from "./definition.ts";
import type { Files } from "./edit.ts";
import { capitalize } from "./names.ts";
import { nameFieldOf } from "./parse.ts";
import { fillTemplates, listFeature, type Plan } from "./plan.ts";
import { addFieldTexts, resourceTexts } from "./texts.ts";

/** @throws UserError if the project has something of the name, or no text names the records */
export function planResource(dir: string, names: Names, fields: Field[]): Plan {
  const { one, many } = names;
  checkIsNew(dir, names);
  const nameField = nameFieldOf(fields);
  const article = /^[aeiou]/.test(one) ? "an" : "a";
  const files = fillTemplates("resource", {
    "a thing": `${article} ${one}`,
    nameField: nameField.name,
    name_field: nameField.column,
    things: many,
    Things: names.Many,
    thing: one,
    Thing: names.One,
  });
  const left = fields
    .filter((field) => field !== nameField)
    .flatMap((field) => addField(files, field, names));
  for (const { key } of languages) {
    const kit = JSON.parse(readFileSync(join(dir, `src/resource/messages/${key}.json`), "utf8"));
    const texts = resourceTexts(key, names, kit);
    for (const field of fields) addFieldTexts(texts, key, field);
    files.set(`src/features/${many}/messages/${key}.json`, JSON.stringify(texts, undefined, 2));
  }
  left.push(...listFeature(dir, files, many, true));
  const calls = [
    `CALL tell_of_changes('${one}', '${many}');`, // optional: live
    `CALL keep_counts('${one}');`,
  ];
  const note = "-- Compatible: the previous release does not use the table.";
  return { files, left, migration: { name: `add-${many}`, note, calls } };
}

function checkIsNew(dir: string, { one, many }: Names): void {
  const taken = [
    ...globSync(`src/{features,resource,app}/{${one},${many}}`, { cwd: dir }),
    ...globSync(`src/routes/*/${many}{,.tsx}`, { cwd: dir }),
    ...globSync("src/**/table.ts", { cwd: dir }).filter((file) => {
      const text = readFileSync(join(dir, file), "utf8");
      return [one, `${one}_count`].some((table) => text.includes(`"${table}"`));
    }),
  ];
  if (taken[0]) throw new UserError(`"${one}" or "${many}" exists already: see ${taken[0]}.`);
}

/** The names of the resource that has a table and a list of fields. @throws UserError */
export function findResource(dir: string, one: string): Names {
  const table = globSync("src/features/*/table.ts", { cwd: dir }).find((file) =>
    readFileSync(join(dir, file), "utf8").includes(`pgTable(\n  "${one}",`),
  );
  const many = table?.split(/[/\\]/).at(-2);
  if (!many)
    throw new UserError(`There is no resource "${one}". Its name is a noun in the singular, as in wine.`);
  if (!existsSync(join(dir, `src/features/${many}/fields.ts`)))
    throw new UserError(
      `A ${one} has no list of fields in src/features/${many}/fields.ts: add the field by hand where its others are.`,
    );
  return { one, many, One: capitalize(one), Many: capitalize(many) };
}

const searchNote =
  "-- Long lock: the search's column is written again, which takes seconds for each 100,000 rows.";

/** @throws UserError if the resource has the field, or the field would be empty in existing records */
export function planField(dir: string, names: Names, field: Field): Plan {
  const { one, many } = names;
  const folder = `src/features/${many}`;
  const files: Files = new Map(
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: dir }).map((file) => [
      file.replaceAll("\\", "/"),
      readFileSync(join(dir, file), "utf8"),
    ]),
  );
  const table = files.get(`${folder}/table.ts`) ?? "";
  if (new RegExp(`^ +${field.name}(Id)?: `, "m").test(table))
    throw new UserError(`A ${one} has a field "${field.name}" already: see ${folder}/table.ts.`);
  if (field.isRequired)
    throw new UserError(
      `"${field.name}" can't be required, because existing records don't have it: leave the ! out.`,
    );
  const before = new Map(files);
  const left = addField(files, field, names);
  for (const [path, text] of before) if (files.get(path) === text) files.delete(path);
  for (const { key } of languages) {
    const path = `${folder}/messages/${key}.json`;
    const texts = JSON.parse(readFileSync(join(dir, path), "utf8"));
    addFieldTexts(texts, key, field);
    files.set(path, JSON.stringify(texts, undefined, 2));
  }
  const note = [
    "-- Compatible: the previous release leaves the column empty.",
    ...(field.kind === "text" ? [searchNote] : []),
  ].join("\n");
  return { files, left, migration: { name: `${one}-${field.column.replaceAll("_", "-")}`, note, calls: [] } };
}
