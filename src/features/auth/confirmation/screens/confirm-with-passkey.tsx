import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { FieldError } from "#ui/controls/field.tsx";
import { PasskeyIcon } from "#ui/icons.ts";
import type { AuthError } from "../../auth-client.ts";
import { authErrorOf, useErrorText } from "../../errors/error-text.ts";
import { confirmWithPasskey } from "../../queries.ts";

/** "Use a passkey", which confirms that it's the user. Hidden if the browser doesn't support passkeys. */
export function ConfirmWithPasskey({ onConfirmed }: { onConfirmed: () => void }) {
  const { t } = useTranslation("authConfirmation");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AuthError>();
  const errorText = useErrorText(error);

  async function press() {
    setBusy(true);
    setError(undefined);
    try {
      await confirmWithPasskey();
      onConfirmed();
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
      <Button variant="primary" autoFocus isBusy={isBusy} onClick={() => void press()}>
        {!isBusy && <PasskeyIcon className="size-5" />}
        {t("passkey")}
      </Button>
      <FieldError>{errorText}</FieldError>
    </div>
  );
}
