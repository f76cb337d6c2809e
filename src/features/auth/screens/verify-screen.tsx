import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { CodeField } from "#ui/controls/code-input.tsx";
import { textButtonClasses } from "#ui/controls/text-button.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../auth-client.ts";
import { sendSignInCode, signInWithCode } from "../codes/sign-in-codes.ts";
import { ResendCode } from "../codes/screens/resend-code.tsx";
import { useCodeField } from "../codes/screens/use-code-field.ts";
import { useCodeRequest } from "../codes/screens/use-code-request.ts";
import { useLoginErrorText } from "../errors/error-text.ts";

declare module "@tanstack/react-router" {
  interface HistoryState {
    /** When the code for this page was requested (milliseconds, Date.now). */
    codeRequestedAt?: number;
  }
}

type VerifyScreenProps = {
  signUp: boolean;
  email: string;
  redirect: string;
  /** The result of the form without JavaScript. */
  sent: { error: AuthError } | undefined;
};

/** Verifies the code that was sent (specification, "Verification"). */
export function VerifyScreen({ signUp, email, redirect, sent }: VerifyScreenProps) {
  const { t } = useTranslation("auth");
  const { submit, field, error } = useCodeField(
    (code) => signInWithCode({ email, redirect }, code),
    sent?.error,
  );
  const requestedAt = useLocation({ select: ({ state }) => state.codeRequestedAt });
  const request = useCodeRequest(sendSignInCode, requestedAt);

  return (
    <>
      <PageTitle>{t("verify.title")}</PageTitle>
      <Heading>{t("verify.title")}</Heading>
      <p className="mt-2 text-muted-foreground">
        <Isolated>{t(signUp ? "verify.signUpText" : "verify.text", { email: isolate(email) })}</Isolated>
      </p>
      <form
        method="post"
        action="/login/verify"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="mt-6 grid gap-2"
      >
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="redirect" value={redirect} />
        <CodeField id="code" required autoFocus {...field} error={useLoginErrorText(error)} />
        <Button type="submit" variant="primary">
          {t("verify.submit")}
        </Button>
      </form>
      <form method="post" action="/login/verify" className="mt-4 flex flex-wrap items-center gap-x-4">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="redirect" value={redirect} />
        <ResendCode email={email} request={request} field={{ name: "again", value: "yes" }} />
        <Link to="/login" search={{ redirect }} activeOptions={{ exact: true }} className={textButtonClasses}>
          {t("verify.otherEmail")}
        </Link>
      </form>
    </>
  );
}
