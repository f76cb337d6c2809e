import { z } from "zod";
import { forbiddenCharacter, normalizeText, visibleCharacter } from "#lib/characters.ts";
import { problemMessage, type InputProblem } from "#lib/input-issue.ts";

/**
 * A single-line text that a user types: normalized (Unicode NFC, collapsed and trimmed spaces), then validated. Messages
 * are text keys.
 * @param limit in characters
 * @param required the message for a blank text
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

/** As `typedText`, but a blank or missing text is null. */
export function optionalTypedText(limit: number) {
  return z
    .string()
    .nullish()
    .transform((text) => (text && normalizeTyped(text)) || null)
    .pipe(typedText(limit, "common:errors.required").nullable());
}

/** A stored text in an output. @param limit in characters, which may be two code units each */
export function storedText(limit: number) {
  return z
    .string()
    .min(1)
    .max(2 * limit);
}

function normalizeTyped(text: string): string {
  return normalizeText(text).replaceAll(/\s+/gu, " ").trim();
}

function problemOf(text: string, limit: number): InputProblem | undefined {
  // A character has at most two code units: longer texts are rejected without being counted.
  if (text.length > 2 * limit || [...text].length > limit) return { code: "TOO_LONG", limit };
  if (forbiddenCharacter.test(text)) return { code: "INVALID_CHARACTERS" };
  return visibleCharacter.test(text) ? undefined : { code: "REQUIRED" };
}
