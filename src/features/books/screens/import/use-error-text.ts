import { useTranslation } from "react-i18next";
import { errorTextKey } from "#ui/errors/error-data.ts";
import { useErrorMessage } from "#ui/form/messages.ts";
import { UnreadableFileError } from "./use-import.ts";

/** What is said of some refusals and failures, by their code. */
const refusals = {
  FORBIDDEN: "failures.forbidden",
  TOO_MANY_REQUESTS: "failures.tooMany",
  CANCEL_UNSURE: "failures.cancelUnsure",
  UNSURE: "failures.unsure",
} as const;

/** Says why a file could not be looked at, checked or written, and what can be done about it. */
export function useErrorText() {
  const { t } = useTranslation("booksImport");
  const textOf = useErrorMessage();
  return (error: unknown, mode: "columns" | "check" | "write"): string => {
    if (error instanceof UnreadableFileError) return t("file.unreadable");
    const { code, text = errorTextKey(error) } = error as { code?: string; text?: string };
    if (code === "NO_CONNECTION") return t(mode === "write" ? "failures.unsure" : "failures.noConnection");
    if (code && code in refusals) return t(refusals[code as keyof typeof refusals]);
    const failed = t(mode === "write" ? "failed" : "checkFailed");
    return text ? `${failed} ${textOf(text)}` : failed;
  };
}
