import { UserError } from "../bootstrap/errors.mjs";
import type { Field, Names, Reference } from "./definition.ts";
import { kinds } from "./kinds.ts";
import { checkFieldName, toColumn } from "./names.ts";

/**
 * Parses fields: "name:text!", "region:choice(north,south)", "owner:ref(user)".
 * @param findReference finds the resource that a field refers to @throws UserError
 */
export function parseFields(
  texts: string[],
  names: Names,
  findReference: (name: string) => Reference,
): Field[] {
  const fields = texts.map((text) => parseField(text, names, findReference));
  const twice = fields.find(
    ({ column }, index) => fields.findIndex((each) => each.column === column) < index,
  );
  if (twice) throw new UserError(`There are two fields "${twice.name}".`);
  return fields;
}

function parseField(text: string, names: Names, findReference: (name: string) => Reference): Field {
  const [, name = "", kind = "", options, mark] = /^(\w+):(\w+)(?:\(([^()]*)\))?(!?)$/.exec(text) ?? [];
  if (!name)
    throw new UserError(
      `"${text}" is no field: write name:kind, for example name:text! or region:choice(north,south).`,
    );
  checkFieldName(name, names);
  if (!Object.hasOwn(kinds, kind))
    throw new UserError(
      `"${kind}" of "${name}" is no kind of field. Kinds: ${Object.keys(kinds).join(", ")}.`,
    );
  const hasOptions = kind === "choice" || kind === "ref";
  if (hasOptions !== (options !== undefined))
    throw new UserError(
      hasOptions
        ? `"${text}" lacks what is in parentheses, as in region:choice(north,south) or owner:ref(user).`
        : `A ${kind} has nothing in parentheses: write ${name}:${kind}.`,
    );
  const field: Field = { name, column: toColumn(name), kind, isRequired: mark === "!", choices: [] };
  if (kind === "choice") return { ...field, choices: parseChoices(name, options ?? "") };
  if (kind !== "ref") return field;
  if (field.isRequired)
    throw new UserError(`A ref can't be required: write ${name}:ref(${options}), and require it by hand.`);
  return { ...field, reference: findReference(options ?? "") };
}

function parseChoices(name: string, text: string): string[] {
  const choices = text.split(",").map((choice) => choice.trim());
  const isValid = choices.every((choice) => /^[a-z][a-zA-Z\d]{0,29}$/.test(choice));
  if (!isValid || choices.length < 2 || new Set(choices).size < choices.length)
    throw new UserError(
      `"${name}" needs two or more different choices of letters and digits: ${name}:choice(north,south).`,
    );
  return choices;
}

/** The first text, which names the records. @throws UserError if there is none, or it isn't required */
export function nameFieldOf(fields: Field[]): Field {
  const field = fields.find(({ kind }) => kind === "text");
  if (!field) throw new UserError("A text must name the records: add a field, for example name:text!.");
  if (!field.isRequired)
    throw new UserError(`The first text names the records and must be required: write ${field.name}:text!.`);
  return field;
}
