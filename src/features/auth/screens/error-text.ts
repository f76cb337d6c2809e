import { useTranslation } from "react-i18next";
import { formatNumber } from "#i18n/formats.ts";
import type { Language } from "#i18n/languages.ts";
import { isAuthError } from "../errors.ts";

/** An error as data: its code, and where asking was too much, when it may be tried again. */
export type AuthError = { code: string; retryAfterSeconds?: number };

/** Turns an error's code into the text that a person reads. A code that nobody knows reads as an unknown error. */
export function useErrorText() {
  const { t, i18n } = useTranslation("auth");
  return (error: AuthError | undefined): string | undefined => {
    if (!error) return undefined;
    const code = isAuthError(error.code) ? error.code : "UNKNOWN_ERROR";
    const minutes = Math.max(1, Math.ceil((error.retryAfterSeconds ?? 60) / 60));
    return t(`errors.${code}`, { count: minutes, minutes: formatNumber(i18n.language as Language, minutes) });
  };
}
