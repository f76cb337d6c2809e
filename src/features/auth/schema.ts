import { z } from "zod";
import { checkEmail, normalizeEmail } from "./email.ts";
import { checkCode } from "./codes/code.ts";
import type { AuthErrorCode } from "./errors/codes.ts";
import { checkName, normalizeName } from "./name.ts";

/*
 * What people type when they sign in, for the server: normalised first, then checked (decisions: "Addresses").
 * The messages are keys of texts.
 */

/** An e-mail address, in the form in which it is stored. */
export const emailSchema = z
  .string(textKey("EMAIL_REQUIRED"))
  .overwrite((text) => normalizeEmail(text) ?? text)
  .superRefine((email, context) => report(context, checkEmail(email).problem));

/** A person's name: 1 to 100 characters after trimming, without control or bidi-override characters. */
export const nameSchema = z
  .string(textKey("NAME_REQUIRED"))
  .overwrite(normalizeName)
  .superRefine((name, context) => report(context, checkName(name).problem));

/** A code as it was typed or pasted, in the digits in which it is compared. */
export const codeSchema = z
  .string(textKey("CODE_REQUIRED"))
  .overwrite((text) => checkCode(text).code)
  .superRefine((code, context) => report(context, checkCode(code).problem));

function report(context: z.RefinementCtx, problem: AuthErrorCode | undefined): void {
  if (problem) context.addIssue({ code: "custom", message: textKey(problem) });
}

function textKey(code: AuthErrorCode): `auth:errors.${AuthErrorCode}` {
  return `auth:errors.${code}`;
}
