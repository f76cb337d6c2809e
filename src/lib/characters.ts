/** Control characters, line separators and bidi formatting characters (Unicode Standard Annex 9). */
export const forbiddenCharacter = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

export const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;
