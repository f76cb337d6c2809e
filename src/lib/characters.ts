/** Control characters, line separators and bidi formatting characters (Unicode Standard Annex 9). */
export const forbiddenCharacter = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;

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
