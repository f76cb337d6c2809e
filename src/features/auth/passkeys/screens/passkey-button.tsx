import { useState } from "react";
import { Button } from "#ui/controls/button.tsx";
import { FieldError } from "#ui/controls/field.tsx";
import { PasskeyIcon } from "#ui/icons.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import type { AuthError } from "../../auth-client.ts";
import { authErrorOf, useErrorText } from "../../errors/error-text.ts";
import { confirmWithPasskey } from "../../queries.ts";

type PasskeyButtonProps = {
  label: string;
  autoFocus?: boolean;
  act: () => Promise<unknown>;
  onDone: () => void;
};

/** A button for something that needs a passkey, with its error. Hidden if the browser doesn't support passkeys. */
export function PasskeyButton({ label, autoFocus, act, onDone }: PasskeyButtonProps) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AuthError>();
  const errorText = useErrorText(error);

  async function press() {
    setBusy(true);
    setError(undefined);
    try {
      await act();
      onDone();
    } catch (thrown) {
      const error = authErrorOf(thrown);
      // Canceling is not a failure.
      if (error.code !== "AUTH_CANCELLED") setError(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="hidden gap-2 in-data-passkeys:grid">
      <Button variant="primary" autoFocus={autoFocus} isBusy={isBusy} onClick={() => void press()}>
        {!isBusy && <PasskeyIcon className="size-5" />}
        {label}
      </Button>
      <FieldError>{errorText}</FieldError>
    </div>
  );
}

/** "Use a passkey", which confirms that it's the user. */
export function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation("authConfirmation");
  return <PasskeyButton label={t("passkey")} autoFocus act={confirmWithPasskey} onDone={onConfirmed} />;
}

/** A full page load, as after signing in: the user may have more permissions than before. */
export function openAfterConfirmation(redirect: string): void {
  location.assign(`/login?${new URLSearchParams({ redirect })}`);
}
