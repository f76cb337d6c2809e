import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Field } from "#ui/controls/field.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../auth-client.ts";
import { MailDelayNotice } from "../codes/screens/mail-delay-notice.tsx";
import { sendSignInCode } from "../codes/sign-in-codes.ts";
import { authErrorOf, useLoginErrorText } from "../errors/error-text.ts";
import { PasskeySignIn } from "../passkeys/screens/passkey-sign-in.tsx";
import type { SocialProvider } from "../social/providers.ts";
import { SocialSignIn } from "../social/screens/social-sign-in.tsx";
import { useFormCheck } from "../use-form-check.ts";
import { LocalHint } from "../local/screens/load-hints.tsx";

type LoginScreenProps = {
  /** Whether an unknown email creates an account: selects the texts. */
  signUp: boolean;
  providers: readonly SocialProvider[]; // optional: social
  redirect: string;
  /** For browsers on this machine only. */
  thisMachine: { accounts: readonly { name: string; email: string }[] } | null;
  /** The result of the form without JavaScript. */
  sent: { value: string; error?: AuthError | undefined } | undefined;
};

/** Sends a code to an email (specification, "Login"). */
export function LoginScreen(props: LoginScreenProps) {
  const { signUp, redirect, thisMachine, sent } = props;
  const { t } = useTranslation("auth");
  const navigate = useNavigate();
  const [error, setError] = useState(sent?.error);
  const errorText = useLoginErrorText(error);
  const [isBusy, setBusy] = useState(false);
  const check = useFormCheck("login");

  async function submit(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isBusy) return;
    const form = event.currentTarget;
    const input = form.elements.namedItem("email") as HTMLInputElement;
    setBusy(true);
    try {
      const { values, error: problem } = await check(form);
      setError(problem);
      if (problem) return input.focus();
      const { email } = values;
      await sendSignInCode(email);
      const state = { codeRequestedAt: Date.now() };
      await navigate({ to: "/login/verify", search: { email, redirect }, state });
    } catch (thrown) {
      setError(authErrorOf(thrown));
      input.focus();
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <PageTitle>{t(signUp ? "login.signUpTitle" : "login.title")}</PageTitle>
      <Heading>{t(signUp ? "login.signUpTitle" : "login.title")}</Heading>
      <p className="mt-2 text-muted-foreground">{t(signUp ? "login.signUpText" : "login.text")}</p>
      <form
        method="post"
        action="/login"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 grid gap-2"
      >
        <input type="hidden" name="redirect" value={redirect} />
        <MailDelayNotice />
        <Field
          id="email"
          name="email"
          type="email"
          label={t("login.email")}
          autoComplete="username webauthn"
          autoCapitalize="off"
          spellCheck={false}
          dir="ltr"
          required
          autoFocus
          defaultValue={sent?.value}
          error={errorText}
          onChange={() => setError(undefined)}
        />
        <Button type="submit" variant="primary" aria-busy={isBusy}>
          {t(signUp ? "login.signUpSubmit" : "login.submit")}
        </Button>
      </form>
      {/* optional: social */}
      <SocialSignIn providers={props.providers} signUp={signUp} redirect={redirect} />
      {/* end: social */}
      {/* optional: passkeys */}
      <PasskeySignIn redirect={redirect} />
      {/* end: passkeys */}
      {thisMachine && <LocalHint {...thisMachine} redirect={redirect} />}
    </>
  );
}
