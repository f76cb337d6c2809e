import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import { loadTexts } from "#i18n/i18n.ts";
import type { Language } from "#i18n/languages.ts";
import type { Texts } from "#i18n/texts.gen.ts";
import { isAuthError } from "../errors.ts";

/** An error as data: its code, and where asking was too much, when it may be tried again. */
export type AuthError = { code: string; retryAfterSeconds?: number };

type RareCode = keyof Texts["authErrors"]["codes"];

/**
 * Turns an error's code into the text that a person reads. Texts of errors that are met in signing in are there at once;
 * those of all the others (errors/messages) are loaded when one is met. A code that nobody knows reads as an unknown error.
 */
export function useErrorText(error: AuthError | undefined): string | undefined {
  const { t, i18n } = useTranslation(["auth", "authErrors"]);
  // Known only after the first rendering: the server has all texts, and the page that it renders must not differ.
  const [rareTextsIn, setRareTextsIn] = useState<string>();
  const isRare = error !== undefined && !isAuthError(error.code);
  const { language } = i18n;

  useEffect(() => {
    if (!isRare) return;
    void loadTexts(i18n, ["authErrors"]).then(() => setRareTextsIn(language));
  }, [isRare, i18n, language]);

  if (!error) return undefined;
  const { code, retryAfterSeconds = 60 } = error;
  if (isRare && rareTextsIn === language && i18n.exists(`authErrors:codes.${code}`)) {
    return t(`authErrors:codes.${code as RareCode}`);
  }
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  const values = { count: minutes, minutes: formatNumber(language as Language, minutes) };
  return t(`auth:errors.${isAuthError(code) ? code : "UNKNOWN_ERROR"}`, values);
}
