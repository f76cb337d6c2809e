import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { beginSocialSignIn } from "#features/auth/auth-client.ts";
import { useErrorText, type AuthError } from "#features/auth/errors/error-text.ts";
import type { SocialProvider } from "../providers.ts";

/** The other ways in: a button for each provider (specification, "Login"). */
export function SocialSignIn({
  providers,
  signUp,
  redirect,
}: {
  providers: readonly SocialProvider[];
  signUp: boolean;
  redirect: string;
}) {
  const { t } = useTranslation("auth");
  const [busyWith, setBusyWith] = useState<string>();
  const [error, setError] = useState<AuthError>();
  const errorText = useErrorText(error);

  async function submit(event: React.SubmitEvent<HTMLFormElement>) {
    const { submitter } = event.nativeEvent as SubmitEvent;
    if (!(submitter instanceof HTMLButtonElement)) return;
    event.preventDefault();
    if (busyWith) return;
    setBusyWith(submitter.value);
    const begun = await beginSocialSignIn(submitter.value, redirect);
    if ("url" in begun) return location.assign(begun.url);
    setBusyWith(undefined);
    setError(begun);
  }

  return (
    <form
      method="post"
      action="/login/social"
      onSubmit={(event) => void submit(event)}
      className="mt-6 grid gap-3"
    >
      <p className="flex items-center gap-3 text-sm text-muted-foreground before:h-px before:flex-1 before:bg-border after:h-px after:flex-1 after:bg-border">
        {t(signUp ? "social.signUpSeparator" : "social.separator")}
      </p>
      <input type="hidden" name="redirect" value={redirect} />
      {providers.map(({ id, name }) => (
        <Button key={id} type="submit" name="provider" value={id} aria-busy={busyWith === id}>
          {/* One child, or the button's gap would come between its words. */}
          <span>
            <Isolated>
              {t(signUp ? "social.signUpSubmit" : "social.submit", { provider: isolate(name) })}
            </Isolated>
          </span>
        </Button>
      ))}
      <p role="alert" className="text-sm text-danger empty:hidden">
        {errorText}
      </p>
    </form>
  );
}
