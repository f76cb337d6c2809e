import type { Namespace, Texts } from "./texts.gen.ts";

type PluralForm = "zero" | "one" | "two" | "few" | "many" | "other";

/** The keys of nested messages, joined by dots. The plural forms of a text have one key. */
type KeysOf<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string
    ? Key extends `${infer Base}_${PluralForm}`
      ? Base
      : Key
    : `${Key}.${KeysOf<Messages[Key]>}`;
}[keyof Messages & string];

type Keys = { [Name in Namespace]: KeysOf<Texts[Name]> };

/** A text key with its namespace, for example "users:fields.name". */
export type TextKey = { [Name in Namespace]: `${Name}:${Keys[Name]}` }[Namespace];

/** The values of a text's placeholders. `count` also chooses the plural form. */
export type TextValues = Record<string, string | number | undefined>;

/** Returns a text in the current language. Keys of the given namespace need no prefix. */
export type Translate<Name extends Namespace = "common"> = (
  key: Keys[Name] | TextKey,
  values?: TextValues,
) => string;
