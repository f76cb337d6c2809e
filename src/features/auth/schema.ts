import { z } from "zod";
import { checkCode } from "./codes/code.ts";
import { checkEmail, normalizeEmail } from "./email.ts";
import type { LoginErrorCode } from "./errors/login-errors.ts";
import { checkName, normalizeName } from "./name.ts";

/*
 * The fields of signing in: normalized, then checked (decisions: "Addresses"). Their messages are text keys.
 */

/** An email, in the form in which it is stored. */
export const emailSchema = z
  .string(textKey("EMAIL_REQUIRED"))
  .overwrite((text) => normalizeEmail(text) ?? text)
  .superRefine((email, context) => report(context, checkEmail(email).problem));

/** A user's name: 1 to 100 characters after trimming, without control or bidi-override characters. */
export const nameSchema = z
  .string(textKey("NAME_REQUIRED"))
  .overwrite(normalizeName)
  .superRefine((name, context) => report(context, checkName(name).problem));

/** A code, in ASCII digits. */
export const codeSchema = z
  .string(textKey("CODE_REQUIRED"))
  .overwrite((text) => checkCode(text).code)
  .superRefine((code, context) => report(context, checkCode(code).problem));

function report(context: z.RefinementCtx, problem: LoginErrorCode | undefined): void {
  if (problem) context.addIssue({ code: "custom", message: textKey(problem) });
}

function textKey(code: LoginErrorCode): `auth:errors.${LoginErrorCode}` {
  return `auth:errors.${code}`;
}

/** What confirming that it's them returns to a user. */
export const confirmedOutput = z.object({ /** When the confirmation expires. */ until: z.date() });
