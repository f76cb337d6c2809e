import { useTranslation } from "#i18n/use-translation.tsx";
import { authErrorOf, loadErrorText } from "#features/auth/shared/error-text.ts";
import { toast } from "#ui/toast/toast.ts";

/** Errors that say more than that an action failed, besides those with a text in `users`. */
const explained = [
  /^YOU_/,
  /^CONFIRMATION_REQUIRED$/,
  /^NOT_WHILE_IMPERSONATING$/, // optional: impersonation
];

/** Returns a function that shows why an action failed, or else only that it did. */
export function useFailureToast(): (error: unknown, text: string) => Promise<void> {
  const { t, i18n } = useTranslation("users");
  return async (error, text) => {
    const { code } = authErrorOf(error);
    if (code === "LAST_ADMINISTRATOR" || code === "USER_BANNED") toast.error(t(`errors.${code}`));
    else
      toast.error(explained.some((codes) => codes.test(code)) ? await loadErrorText(i18n, { code }) : text);
  };
}
