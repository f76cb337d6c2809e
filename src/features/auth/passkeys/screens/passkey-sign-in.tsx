import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/controls/button.tsx";
import { PasskeyIcon } from "#ui/icons.tsx";
import { challengeSeconds } from "#features/auth/limits.ts";
import { loadErrorText, type AuthError } from "#features/auth/errors/error-text.ts";

/** What browsers do with passkeys is loaded once the page is at rest, or when the button is pressed. */
const loadPrompt = () => import("./passkey-prompt.ts");

/**
 * "Log in with a passkey": asks for one when it is pressed, and offers those that there are where an address is typed.
 * Only where the browser knows passkeys (passkey-support.ts).
 */
export function PasskeySignIn({ redirect }: { redirect: string }) {
  const { t, i18n } = useTranslation("auth");
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ text: string; isMeant: boolean }>();

  async function goOn(refusal: AuthError | undefined) {
    // A new person gets a new page: nothing of the one before stays in it.
    if (!refusal) return location.assign(`/login?${new URLSearchParams({ redirect })}`);
    setFailure({ text: await loadErrorText(i18n, refusal), isMeant: refusal.code === "AUTH_CANCELLED" });
    setBusy(false);
  }

  async function press() {
    setBusy(true);
    setFailure(undefined);
    const prompt = await loadPrompt().catch(() => undefined);
    await goOn(prompt ? await prompt.promptForPasskey() : { code: "UNREACHABLE" });
  }

  useOffer(!isBusy, goOn);

  return (
    <div className="mt-3 hidden gap-3 in-data-passkeys:grid">
      <Button variant="quiet" isBusy={isBusy} onClick={() => void press()}>
        {!isBusy && <PasskeyIcon className="size-5" />}
        {t("passkey.submit")}
      </Button>
      <p
        role="alert"
        className={`text-sm empty:hidden ${failure?.isMeant ? "text-center text-muted-foreground" : "text-danger"}`}
      >
        {failure?.text}
      </p>
    </div>
  );
}

/** How long an offer stands, in milliseconds: somewhat shorter than the server takes what comes of it. */
const offerLifetime = (challengeSeconds - 30) * 1_000;

/** Offers passkeys in the address field's suggestions, for as long as it is wanted. */
function useOffer(isWanted: boolean, onAnswer: (refusal: AuthError | undefined) => Promise<void>) {
  const answer = useRef(onAnswer);
  useEffect(() => {
    answer.current = onAnswer;
  });

  useEffect(() => {
    if (!isWanted) return;
    let offer = new AbortController();
    let timer: ReturnType<typeof setInterval> | undefined;

    async function renew() {
      offer.abort();
      const { signal } = (offer = new AbortController());
      const { offerPasskeys } = await loadPrompt();
      if (signal.aborted) return;
      const refusal = await offerPasskeys(signal);
      if (!signal.aborted) await answer.current(refusal);
    }
    // What was merely offered is not missed where it fails.
    const begin = () => void renew().catch(() => undefined);

    const stopWaiting = whenIdle(async () => {
      if (!(await canOffer()) || offer.signal.aborted) return;
      timer = setInterval(begin, offerLifetime);
      begin();
    });
    return () => {
      stopWaiting();
      clearInterval(timer);
      offer.abort();
    };
  }, [isWanted]);
}

async function canOffer(): Promise<boolean> {
  if (document.documentElement.dataset.passkeys === undefined) return false;
  return (await PublicKeyCredential.isConditionalMediationAvailable?.().catch(() => false)) ?? false;
}

/** Does something once the browser has nothing else to do. @returns how to give up waiting */
function whenIdle(work: () => Promise<void>): () => void {
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(() => void work(), 1_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(() => void work());
  return () => cancelIdleCallback(waiting);
}
