import { useTranslation } from "react-i18next";
import { errorTextKey } from "#ui/errors/error-data.ts";
import { useErrorMessage } from "#ui/form/messages.ts";
import { UnreadableFileError } from "./use-import.ts";

/** The texts of errors that have their own, by code. */
const errorTexts = {
  FORBIDDEN: "failures.forbidden",
  TOO_MANY_REQUESTS: "failures.tooMany",
  CANCEL_UNSURE: "failures.cancelUnsure",
  UNSURE: "failures.unsure",
} as const;

/** Returns a function that explains why a file couldn't be previewed, checked or written. */
export function useErrorText() {
  const { t } = useTranslation("booksImport");
  const textOf = useErrorMessage();
  return (error: unknown, mode: "columns" | "check" | "write"): string => {
    if (error instanceof UnreadableFileError) return t("file.unreadable");
    const { code, text = errorTextKey(error) } = error as { code?: string; text?: string };
    if (code === "NO_CONNECTION") return t(mode === "write" ? "failures.unsure" : "failures.noConnection");
    if (code && code in errorTexts) return t(errorTexts[code as keyof typeof errorTexts]);
    const failed = t(mode === "write" ? "failed" : "checkFailed");
    return text ? `${failed} ${textOf(text)}` : failed;
  };
}
