import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { loadTexts, type I18n } from "#i18n/i18n.ts";
import type { Language } from "#i18n/languages.ts";
import type { Texts } from "#i18n/texts.gen.ts";
import { apiErrorOf } from "#lib/api-error.ts";
import { isAuthError } from "./codes.ts";

/** An error as data: its code, and where asking was too much, when it may be tried again. */
export type AuthError = { code: string; retryAfterSeconds?: number };

/** What a call of an operation threw, as such data. */
export function authErrorOf(error: unknown): AuthError {
  const refusal = apiErrorOf(error);
  // What fetch throws when nobody answers.
  if (!refusal) return { code: error instanceof TypeError ? "UNREACHABLE" : "UNKNOWN_ERROR" };
  const { retryAfterSeconds } = (refusal.data ?? {}) as Partial<AuthError>;
  return { code: refusal.code, ...(retryAfterSeconds && { retryAfterSeconds }) };
}

type RareCode = keyof Texts["authErrors"]["codes"];

/**
 * Turns an error's code into the text that a person reads. Texts of errors that are met in signing in are there at once;
 * those of all the others (errors/messages) are loaded when one is met. A code that nobody knows reads as an unknown error.
 */
export function useErrorText(error: AuthError | undefined): string | undefined {
  const { i18n } = useTranslation(["auth", "authErrors"]);
  // Known only after the first rendering: the server has all texts, and the page that it renders must not differ.
  const [rareTextsIn, setRareTextsIn] = useState<string>();
  const isRare = error !== undefined && !isAuthError(error.code);
  const { language } = i18n;

  useEffect(() => {
    if (!isRare) return;
    void loadTexts(i18n, ["authErrors"]).then(() => setRareTextsIn(language));
  }, [isRare, i18n, language]);

  if (!error) return undefined;
  return textOf(i18n, isRare && rareTextsIn !== language ? { code: "UNKNOWN_ERROR" } : error);
}

/** The same for where no hook can be: the text, once it is here. */
export async function loadErrorText(i18n: I18n, error: AuthError): Promise<string> {
  if (!isAuthError(error.code)) await loadTexts(i18n, ["authErrors"]);
  return textOf(i18n, error);
}

function textOf(i18n: I18n, { code, retryAfterSeconds = 60 }: AuthError): string {
  if (!isAuthError(code) && i18n.exists(`authErrors:codes.${code}`)) {
    return i18n.t(`authErrors:codes.${code as RareCode}`);
  }
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  const values = { count: minutes, minutes: formatNumber(i18n.language as Language, minutes) };
  return i18n.t(`auth:errors.${isAuthError(code) ? code : "UNKNOWN_ERROR"}`, values);
}
