import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { textButtonClasses } from "#ui/controls/text-button.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../auth-client.ts";
import { signInWithCode } from "../codes/sign-in-codes.ts";
import { MailedCodeField } from "../codes/screens/mailed-code-field.tsx";
import { useCodeField } from "../codes/screens/use-code-field.ts";
import { useLoginErrorText } from "../errors/error-text.ts";

export type VerifyFormProps = {
  email: string;
  redirect: string;
  /** The result of the form without JavaScript. */
  sent: { error?: AuthError | undefined } | undefined;
};

/** The code that signs in, and the way back to another email. */
export function VerifyForm({
  email,
  redirect,
  sent,
  text,
  hasHint = true, // optional: demo
  children,
}: VerifyFormProps & {
  /** What the user needs to know of the code. */
  text: string;
  // optional: demo
  /** Whether the field says for how long the code works. */
  hasHint?: boolean;
  // end: demo
  /** Submits of the form below, beside the link to another email. */
  children?: ReactNode;
}) {
  const { t } = useTranslation("auth");
  const { submit, field, error } = useCodeField(
    (code) => signInWithCode({ email, redirect }, code),
    sent?.error,
  );
  return (
    <>
      <PageTitle>{t("verify.title")}</PageTitle>
      <Heading>{t("verify.title")}</Heading>
      <p className="mt-2 text-muted-foreground">
        <Isolated>{text}</Isolated>
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
        <MailedCodeField
          id="code"
          required
          autoFocus
          {...field}
          hint={hasHint && field.hint} // optional: demo
          error={useLoginErrorText(error)}
        />
        <Button type="submit" variant="primary">
          {t("verify.submit")}
        </Button>
      </form>
      <form method="post" action="/login/verify" className="mt-4 flex flex-wrap items-center gap-x-4">
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="redirect" value={redirect} />
        {children}
        <Link to="/login" search={{ redirect }} activeOptions={{ exact: true }} className={textButtonClasses}>
          {t("verify.otherEmail")}
        </Link>
      </form>
    </>
  );
}
