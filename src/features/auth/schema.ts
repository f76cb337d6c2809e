import { z } from "zod";
import { checkCode } from "./codes/code.ts";
import { checkEmail, normalizeEmail } from "./email.ts";
import type { LoginErrorCode } from "./errors/login-errors.ts";
import { checkName, normalizeName } from "./name.ts";

/*
 * The fields of signing in: normalized, then checked (decisions: "Addresses"). Their messages are text keys.
 */

const textPrefix = "auth:errors.";

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

/** The forms of signing in. Browsers and the server check their fields against these schemas. */
const forms = {
  login: z.object({ email: emailSchema }),
  verification: z.object({ code: codeSchema }),
  onboarding: z.object({ name: nameSchema }),
};

export type FormName = keyof typeof forms;

/** The fields of a valid form in their stored form, or what is wrong with one that isn't. */
export type CheckedForm<Name extends FormName> =
  | { values: z.output<(typeof forms)[Name]>; error?: undefined }
  | { values?: undefined; error: { code: LoginErrorCode } };

/** Checks the fields of a form. */
export function checkForm<Name extends FormName>(name: Name, fields: FormData): CheckedForm<Name> {
  const { data, error } = forms[name].safeParse(Object.fromEntries(fields));
  if (!error) return { values: data as z.output<(typeof forms)[Name]> };
  return { error: { code: error.issues[0]?.message.replace(textPrefix, "") as LoginErrorCode } };
}

function report(context: z.RefinementCtx, problem: LoginErrorCode | undefined): void {
  if (problem) context.addIssue({ code: "custom", message: textKey(problem) });
}

function textKey(code: LoginErrorCode): `auth:errors.${LoginErrorCode}` {
  return `${textPrefix}${code}`;
}

/** What confirming that it's them returns to a user. */
export const confirmedOutput = z.object({ /** When the confirmation expires. */ until: z.date() });
