/** Controls, line separators, and the characters that override or embed a direction (Unicode Standard Annex 9). */
export const forbiddenCharacter = /[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** What a person can see of a text. */
export const visibleCharacter = /[\p{L}\p{N}\p{P}\p{S}]/u;
