import { z } from "zod";

type Text = z.ZodType<string, string>;

/**
 * How the text of a field may be missing (specification, "Text field modes"). It is trimmed first; then the schema
 * given says what else is asked of it: `text.required(z.string().max(200))`. For browser and server alike.
 */
export const text = {
  /** Must be there: blank, `null` and missing fail with the message, a key of a text. */
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

  /** Blank is `null`. */
  nullable: (schema: Text = z.string()) =>
    z.string().nullable().transform(blankToNull).pipe(schema.nullable()),

  /** Blank is `null`; it may be missing. */
  nullish: (schema: Text = z.string()) =>
    z
      .string()
      .nullish()
      .transform((typed) => (typed === undefined ? undefined : blankToNull(typed)))
      .pipe(schema.nullish()),

  /** Blank is `undefined`, as if it were missing. */
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
