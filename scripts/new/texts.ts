import { untranslated } from "../../tools/check/texts/untranslated.ts";
import type { Field, Names } from "./definition.ts";
import { toLabel } from "./names.ts";

type Texts = { [key: string]: string | Texts };

/** The texts of a resource. @param kit the kit's texts in the language, which name no resource */
export function resourceTexts(
  language: string,
  names: Names,
  kit: {
    edit: string;
    form: { create: string };
    import: { action: string }; // optional: csv
  },
): Texts {
  const isEnglish = language === "en";
  return {
    title: noun(language, names.Many),
    new: isEnglish ? `New ${names.one}` : kit.form.create,
    update: isEnglish ? `Edit ${names.one}` : kit.edit,
    import: isEnglish ? `Import ${names.many}` : kit.import.action, // optional: csv
    fields: {},
  };
}

/** Adds the name of a field, and those of its choices. */
export function addFieldTexts(texts: Texts, language: string, { name, choices }: Field): void {
  addText(texts, ["fields", name], noun(language, toLabel(name)));
  for (const choice of choices) addText(texts, ["choices", name, choice], noun(language, toLabel(choice)));
}

function addText(texts: Texts, [key = "", ...rest]: string[], text: string): void {
  if (rest.length === 0) texts[key] = text;
  else addText((texts[key] ??= {}) as Texts, rest, text);
}

/** English nouns; in other languages marked for their translation. */
export function noun(language: string, english: string): string {
  return language === "en" ? english : `${untranslated}${english}`;
}
