import { z } from "zod";

type Text = z.ZodType<string, string>;

/**
 * Schemas for text fields that may be empty or not (specification, "Text field modes"). Text is trimmed, then validated by
 * the given schema: `text.required(z.string().max(200))`.
 */
export const text = {
  /** Blank, `null` and missing fail. @param message a text key */
  required: (schema: Text = z.string(), message = "common:errors.required") =>
    z
      .string()
      .nullish()
      .transform((typed, context) => {
        const trimmed = blankToNull(typed);
        if (trimmed === null) context.addIssue({ code: "custom", message, input: trimmed });
        return trimmed ?? z.NEVER;
      })
      .pipe(schema),

  /** Blank becomes `null`. */
  nullable: (schema: Text = z.string()) =>
    z.string().nullable().transform(blankToNull).pipe(schema.nullable()),

  /** Blank becomes `null`; it may be missing. */
  nullish: (schema: Text = z.string()) =>
    z
      .string()
      .nullish()
      .transform((typed) => (typed === undefined ? undefined : blankToNull(typed)))
      .pipe(schema.nullish()),

  /** Blank becomes `undefined`. */
  optional: (schema: Text = z.string()) =>
    z
      .string()
      .optional()
      .transform((typed) => blankToNull(typed) ?? undefined)
      .pipe(schema.optional()),
};

function blankToNull(typed: string | null | undefined): string | null {
  return typed?.trim() || null;
}
