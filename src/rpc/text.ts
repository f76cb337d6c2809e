import { z } from "zod";
import { forbiddenCharacter, visibleCharacter } from "#i18n/characters.ts";

/**
 * A text of one line that a person types: as it is stored (Unicode NFC, spaces folded and trimmed), then checked. The
 * messages are keys of texts.
 * @param limit the longest it may be, in characters
 * @param required what is said of a blank one
 */
export function typedText(limit: number, required: string) {
  return z
    .string(required)
    .overwrite(normalizeTyped)
    .superRefine((text, context) => {
      const message = problemOf(text, limit, required);
      if (message) context.addIssue({ code: "custom", message });
    });
}

/** As `typedText`, but a blank one, or none, is null. */
export function optionalTypedText(limit: number) {
  return z
    .string()
    .nullish()
    .transform((text) => (text && normalizeTyped(text)) || null)
    .pipe(typedText(limit, "common:errors.required").nullable());
}

/** A text that was typed once and is shown: `limit` is in characters, of which each may count twice in JavaScript. */
export function storedText(limit: number) {
  return z
    .string()
    .min(1)
    .max(2 * limit);
}

function normalizeTyped(text: string): string {
  return text.normalize("NFC").replaceAll(/\s+/gu, " ").trim();
}

function problemOf(text: string, limit: number, required: string): string | undefined {
  // A text of twice as many code units can't have few enough characters: it isn't even looked at.
  if (text.length > 2 * limit || [...text].length > limit) return `common:errors.tooLong?count=${limit}`;
  if (forbiddenCharacter.test(text)) return "common:errors.characters";
  return visibleCharacter.test(text) ? undefined : required;
}
