/** More combining marks in a row than any language has (stream-safe texts, Unicode Standard Annex 15). */
const manyMarks = /\p{M}{31}/u;

/** Control characters, line separators, bidi formatting characters (Unicode Standard Annex 9) and many marks in a row. */
export const forbiddenCharacter = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]|\p{M}{31}/u;

export const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

/**
 * As `text.normalize`, which would sort marks in a row in a time that grows with the square of their number: a text with more
 * than any language has stays as it is.
 */
export function normalizeText(text: string, form: "NFC" | "NFKD" = "NFC"): string {
  // oxlint-disable-next-line no-restricted-properties -- after the check that it is for
  return manyMarks.test(text) ? text : text.normalize(form);
}

/** What shows nothing (Unicode Standard, section 5.21), apart from the joiners, which change letters of some scripts. */
const invisibleCharacters = /(?![\u200c\u200d])\p{Default_Ignorable_Code_Point}/gu;

/** Removes the invisible characters that come along when an email, a code or a number is copied from a page or a message. */
export function withoutInvisible(text: string): string {
  return text.replaceAll(invisibleCharacters, "");
}

/** Removes the joiners, too, for texts that have no use for them. */
export function withoutJoiners(text: string): string {
  return withoutInvisible(text).replaceAll(/[\u200c\u200d]/g, "");
}
