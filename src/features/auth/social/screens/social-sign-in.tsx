import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { type AuthError, callAuth } from "../../auth-client.ts";
import { authErrorOf, useErrorText } from "../../errors/error-text.ts";
import type { SocialProvider } from "../providers.ts";
import { socialSignInBody } from "../sign-in-body.ts";

/** A button for each social provider (specification, "Login"). Nothing without providers. */
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
    try {
      // The response leads to the provider.
      await callAuth("/sign-in/social", socialSignInBody(submitter.value, redirect));
    } catch (thrown) {
      setBusyWith(undefined);
      setError(authErrorOf(thrown));
    }
  }

  if (providers.length === 0) return null;
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
          {/* One child, as the button puts a gap between children. */}
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
