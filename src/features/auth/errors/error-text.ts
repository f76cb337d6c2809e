import { useEffect, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber, formatTime } from "#i18n/formats.ts";
import { type I18n, loadTexts } from "#i18n/i18n.ts";
import type { Texts } from "#i18n/texts.gen.ts";
import { apiErrorOf } from "#lib/api-error.ts";
import { deviceTimeZone } from "#lib/time-zone.ts";
import { useTimeZone } from "#ui/display/local-time.tsx";
import { errorTextKeys } from "#ui/errors/error-data.ts";
import type { AuthError } from "../auth-client.ts";
import { newCodeSeconds } from "../limits.ts";
import { isLoginError } from "./login-errors.ts";

/** The code and the data of an error that an operation threw. */
export function authErrorOf(thrown: unknown): AuthError {
  const error = apiErrorOf(thrown);
  if (!error) return { code: "UNKNOWN_ERROR" };
  const { retryAfterSeconds, sentAt } = (error.data ?? {}) as Partial<AuthError>;
  return { code: error.code, ...(retryAfterSeconds && { retryAfterSeconds }), ...(sentAt && { sentAt }) };
}

type OtherCode = keyof Texts["authErrors"]["codes"];

/** An error's text. Texts of errors that the login page can't meet are loaded when one occurs. */
export function useErrorText(error: AuthError | undefined): string | undefined {
  const { i18n } = useTranslation("auth");
  // A state, so that the first render equals the server's, which has all texts.
  const [loadedLanguage, setLoadedLanguage] = useState<string>();
  const isOther = error !== undefined && !isLoginError(error.code) && !errorTextKeys[error.code];
  const { language } = i18n;
  const timeZone = useTimeZone();

  useEffect(() => {
    if (!isOther) return;
    void loadTexts(i18n, ["authErrors"]).then(() => setLoadedLanguage(language));
  }, [isOther, i18n, language]);

  if (!error) return undefined;
  return textOf(i18n, isOther && loadedLanguage !== language ? { code: "UNKNOWN_ERROR" } : error, timeZone);
}

/** As `useErrorText`; when strangers may have reached an email's limits, it says that the links in mails still work. */
export function useLoginErrorText(error: AuthError | undefined): string | undefined {
  const { t } = useTranslation("auth");
  const text = useErrorText(error);
  return Number(error?.retryAfterSeconds) > newCodeSeconds ? `${text} ${t("newCode.byLink")}` : text;
}

/** As `useErrorText`, outside of rendering. */
export async function loadErrorText(i18n: I18n, error: AuthError): Promise<string> {
  if (!isLoginError(error.code)) await loadTexts(i18n, ["authErrors"]);
  return textOf(i18n, error, deviceTimeZone());
}

function textOf(i18n: I18n, { code, retryAfterSeconds = 60, sentAt }: AuthError, timeZone: string): string {
  // Before better-auth's text of SERVICE_UNAVAILABLE, which is about its plugin for CAPTCHAs.
  const commonKey = isLoginError(code) ? undefined : errorTextKeys[code];
  if (commonKey) return i18n.t(commonKey);
  if (!isLoginError(code) && i18n.exists(`authErrors:codes.${code}`)) {
    return i18n.t(`authErrors:codes.${code as OtherCode}`);
  }
  const minutes = Math.max(1, Math.ceil(retryAfterSeconds / 60));
  const values = {
    count: minutes,
    minutes: formatNumber(i18n.language, minutes),
    time: sentAt && timeText(i18n.language, new Date(sentAt), timeZone),
  };
  return i18n.t(`auth:errors.${isLoginError(code) ? code : "UNKNOWN_ERROR"}`, values);
}

/** A time that people compare with that of a mail. Without scripts the reader's time zone may be unknown: then it's in UTC. */
function timeText(language: string, time: Date, timeZone: string): string {
  const text = formatTime(language, time, timeZone);
  return timeZone === "UTC" ? `${text} UTC` : text;
}
