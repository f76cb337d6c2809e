import { useTranslation } from "react-i18next";
import { useMessage } from "#ui/form/messages.ts";
import { FileUnreadable } from "./use-import.ts";

/** Why a file was refused, by the code of its refusal. */
const refusals = {
  FORBIDDEN: "failures.forbidden",
  TOO_MANY_REQUESTS: "failures.tooMany",
} as const;

/** Says why a file could not be looked at, checked or written, and what can be done about it. */
export function useFailureText() {
  const { t } = useTranslation("booksImport");
  const textOf = useMessage();
  return (error: unknown, mode: "columns" | "check" | "write"): string => {
    if (error instanceof FileUnreadable) return t("file.unreadable");
    const { code, text } = error as { code?: string; text?: string };
    if (code === "NO_CONNECTION") return t(mode === "write" ? "failures.unsure" : "failures.noConnection");
    const failed = t(mode === "write" ? "failed" : "checkFailed");
    if (text) return `${failed} ${textOf(text)}`;
    return code && code in refusals ? t(refusals[code as keyof typeof refusals]) : failed;
  };
}
