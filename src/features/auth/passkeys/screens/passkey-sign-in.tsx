import { useEffect, useEffectEvent, useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { whenIdle } from "#lib/when-idle.ts";
import { Button } from "#ui/controls/button.tsx";
import { PasskeyIcon } from "#ui/icons.ts";
import { authErrorOf, loadErrorText } from "../../errors/error-text.ts";
import { challengeSeconds } from "../../limits.ts";
import type { UsedCredential } from "../schema.ts";

/** The WebAuthn code is loaded when the page is idle or the button is pressed. */
const loadPrompt = () => import("./passkey-prompt.ts");

/**
 * "Log in with a passkey": prompts for one when pressed, and offers passkeys in the email field's autofill. Visible only if
 * the browser supports passkeys (support-script.ts).
 */
export function PasskeySignIn({ redirect }: { redirect: string }) {
  const { t, i18n } = useTranslation("auth");
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<{ text: string; isCanceled: boolean }>();

  async function signIn(credential: UsedCredential | Promise<UsedCredential>) {
    try {
      const { submitPasskey } = await loadPrompt();
      await submitPasskey(await credential);
      // A full page load: nothing of a previous user stays in memory.
      location.assign(`/login?${new URLSearchParams({ redirect })}`);
    } catch (thrown) {
      const error = authErrorOf(thrown);
      const text = await loadErrorText(i18n, error);
      setMessage({ text, isCanceled: error.code === "AUTH_CANCELLED" });
      setBusy(false);
    }
  }

  async function press() {
    setBusy(true);
    setMessage(undefined);
    await signIn(loadPrompt().then(({ promptForPasskey }) => promptForPasskey()));
  }

  useAutofill(!isBusy, signIn);

  return (
    <div className="mt-3 hidden gap-3 in-data-passkeys:grid">
      <Button variant="quiet" isBusy={isBusy} onClick={() => void press()}>
        {!isBusy && <PasskeyIcon className="size-5" />}
        {t("passkey.submit")}
      </Button>
      <p
        role="alert"
        className={`text-sm empty:hidden ${message?.isCanceled ? "text-center text-muted-foreground" : "text-danger"}`}
      >
        {message?.text}
      </p>
    </div>
  );
}

/** How long an offer lasts: shorter than its challenge. */
const offerLifetimeMs = (challengeSeconds - 30) * 1_000;

/** Offers passkeys in the email field's autofill while it is enabled. */
function useAutofill(isEnabled: boolean, onSelect: (credential: UsedCredential) => Promise<void>) {
  const select = useEffectEvent(onSelect);

  useEffect(() => {
    if (!isEnabled) return;
    let offer = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;

    async function renew() {
      offer.abort();
      const { signal } = (offer = new AbortController());
      const { promptForPasskey } = await loadPrompt();
      if (signal.aborted) return;
      const credential = await promptForPasskey({ signal, mediation: "conditional" });
      if (!signal.aborted) await select(credential);
    }
    // A failed offer needs no message.
    const start = () => void renew().catch(() => undefined);

    const cancelIdle = whenIdle(async () => {
      if (!(await canOffer()) || offer.signal.aborted) return;
      timer = setInterval(start, offerLifetimeMs);
      start();
    });
    return () => {
      cancelIdle();
      clearInterval(timer);
      offer.abort();
    };
  }, [isEnabled]);
}

async function canOffer(): Promise<boolean> {
  if (document.documentElement.dataset.passkeys === undefined) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false;
}
