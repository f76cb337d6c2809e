import { z } from "zod";

/**
 * Why a value is invalid; UNKNOWN is a parameter that there isn't. `limit` is a number of characters, or the smallest or largest
 * number.
 */
const inputProblemSchema = z.object({
  code: z.enum([
    "REQUIRED",
    "TOO_LONG",
    "TOO_SHORT",
    "TOO_SMALL",
    "TOO_LARGE",
    "INVALID_CHARACTERS",
    "INVALID",
    "UNKNOWN",
  ]),
  limit: z.number().optional(),
});

export type InputProblem = z.infer<typeof inputProblemSchema>;

/** An invalid value of an operation's input. `field` is its path, for example "title" or "books.0.id". */
export const inputIssueSchema = inputProblemSchema.extend({ field: z.string() });

export type InputIssue = z.infer<typeof inputIssueSchema>;

/** The parts of a zod issue that decide its code. */
type ZodIssue = {
  message?: string;
  code?: string;
  origin?: string;
  minimum?: unknown;
  maximum?: unknown;
  params?: unknown;
};

/** Classifies a zod issue about `input`. A custom issue names its problem in `params`. */
export function inputProblemOf(
  { code, origin, minimum, maximum, params }: ZodIssue,
  input: unknown,
): InputProblem {
  const custom = inputProblemSchema.safeParse(params);
  if (custom.success) return custom.data;
  const isMissing = input === undefined || input === null || input === "";
  if (isMissing || (Array.isArray(input) && code === "too_small")) return { code: "REQUIRED" };
  if (origin === "string" && code === "too_big") return { code: "TOO_LONG", limit: Number(maximum) };
  if (origin === "string" && code === "too_small") return { code: "TOO_SHORT", limit: Number(minimum) };
  const isNumber = typeof input === "number";
  if (isNumber && code === "too_small") return { code: "TOO_SMALL", limit: Number(minimum) };
  if (isNumber && code === "too_big") return { code: "TOO_LARGE", limit: Number(maximum) };
  return { code: "INVALID" };
}

const textKeys = {
  REQUIRED: "common:errors.required",
  TOO_LONG: "common:errors.tooLong",
  TOO_SHORT: "common:errors.tooShort",
  TOO_SMALL: "common:errors.tooSmall",
  TOO_LARGE: "common:errors.tooLarge",
  INVALID_CHARACTERS: "common:errors.characters",
  INVALID: "common:errors.invalid",
  UNKNOWN: "common:errors.invalid",
};

/** The message of a problem for forms: a text key with its number, as in "common:errors.tooLong?count=200". */
export function problemMessage({ code, limit }: InputProblem): string {
  return limit === undefined ? textKeys[code] : `${textKeys[code]}?count=${limit}`;
}
