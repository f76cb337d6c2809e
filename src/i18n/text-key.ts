import type { Namespace, Texts } from "./texts.gen.ts";

type KeysOf<Messages> = {
  [Key in keyof Messages & string]: Messages[Key] extends string ? Key : `${Key}.${KeysOf<Messages[Key]>}`;
}[keyof Messages & string];

/** A text key with its namespace, for example "books:fields.title". */
export type TextKey = { [Name in Namespace]: `${Name}:${KeysOf<Texts[Name]>}` }[Namespace];
