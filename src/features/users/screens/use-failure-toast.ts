import { useTranslation } from "#i18n/use-translation.tsx";
import { authErrorOf, loadErrorText } from "#features/auth/shared/error-text.ts";
import { toast } from "#ui/toast/toast.ts";

/** Errors that say more than that an action failed. */
const explained =
  /^(YOU_|CURRENT_SESSION$|LAST_ADMINISTRATOR$|CONFIRMATION_REQUIRED$|NOT_WHILE_IMPERSONATING$)/;

/** Returns a function that says why an action failed, or else only that it did. */
export function useFailureText(): (error: unknown, text: string) => Promise<string> {
  const { t, i18n } = useTranslation("users");
  return async (error, text) => {
    const { code } = authErrorOf(error);
    if (code === "LAST_ADMINISTRATOR" || code === "CURRENT_SESSION" || code === "USER_BANNED")
      return t(`errors.${code}`);
    return explained.test(code) ? await loadErrorText(i18n, { code }) : text;
  };
}

/** Returns a function that shows the same as a toast. */
export function useFailureToast(): (error: unknown, text: string) => Promise<void> {
  const failureText = useFailureText();
  return async (error, text) => void toast.error(await failureText(error, text));
}
