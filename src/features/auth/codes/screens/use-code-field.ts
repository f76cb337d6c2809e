import { useRef, useState, type FormEvent } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import type { AuthError } from "../../auth-client.ts";
import { authErrorOf, useErrorText } from "../../errors/error-text.ts";
import { codeLength, codeMinutes } from "../../limits.ts";
import { useFormCheck } from "../../use-form-check.ts";

/**
 * The field for a code, and the submit handler of its form, which works once until it fails.
 * @param onSubmit receives the code in ASCII digits; errors that it throws appear on the field
 */
export function useCodeField(onSubmit: (code: string) => Promise<unknown>, initialError?: AuthError) {
  const { t, i18n } = useTranslation("auth");
  const [error, setError] = useState(initialError);
  const [isBusy, setBusy] = useState(false);
  const isPending = useRef(false);
  const check = useFormCheck("verification");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isPending.current) return;
    const form = event.currentTarget;
    const input = form.elements.namedItem("code") as HTMLInputElement;
    isPending.current = true;
    try {
      const { values, error: problem } = await check(form);
      setError(problem);
      if (problem) {
        isPending.current = false;
        return input.focus();
      }
      setBusy(true);
      await onSubmit(values.code);
    } catch (thrown) {
      setError(authErrorOf(thrown));
      input.select();
      isPending.current = false;
      setBusy(false);
    }
  }

  const field = {
    name: "code",
    length: codeLength,
    label: t("verify.code"),
    hint: t("verify.hint", {
      count: codeMinutes,
      expiration: formatNumber(i18n.language, codeMinutes),
    }),
    error: useErrorText(error),
    onChange: () => setError(undefined),
  };
  return { submit, isBusy, field, error };
}
