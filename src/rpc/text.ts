import { z } from "zod";
import { forbiddenCharacter, visibleCharacter } from "#lib/characters.ts";
import { problemMessage, type InputProblem } from "#lib/input-issue.ts";

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
      const problem = problemOf(text, limit);
      if (!problem) return;
      const message = problem.code === "REQUIRED" ? required : problemMessage(problem);
      context.addIssue({ code: "custom", message, params: problem });
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

function problemOf(text: string, limit: number): InputProblem | undefined {
  // A character has at most two code units: longer texts are rejected without being counted.
  if (text.length > 2 * limit || [...text].length > limit) return { code: "TOO_LONG", limit };
  if (forbiddenCharacter.test(text)) return { code: "INVALID_CHARACTERS" };
  return visibleCharacter.test(text) ? undefined : { code: "REQUIRED" };
}
