import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { CodeField } from "#ui/controls/code-input.tsx";
import { textButtonClasses } from "#ui/controls/text-button.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../../auth-client.ts";
import { signInWithCode } from "../../codes/sign-in-codes.ts";
import { useCodeField } from "../../codes/screens/use-code-field.ts";
import { useLoginErrorText } from "../../errors/error-text.ts";

type DemoVerifyScreenProps = {
  /** The code that works. No other is sent. */
  demoCode: string;
  email: string;
  redirect: string;
  /** The result of the form without JavaScript. */
  sent: { error: AuthError } | undefined;
};

/** Verifies a demo's code, which it shows. */
export function DemoVerifyScreen({ demoCode, email, redirect, sent }: DemoVerifyScreenProps) {
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
        <Isolated>{t("authDemo:verify", { code: isolate(demoCode) })}</Isolated>
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
        <CodeField
          id="code"
          required
          autoFocus
          {...field}
          hint={undefined}
          error={useLoginErrorText(error)}
        />
        <Button type="submit" variant="primary">
          {t("verify.submit")}
        </Button>
      </form>
      <p className="mt-4 flex">
        <Link to="/login" search={{ redirect }} activeOptions={{ exact: true }} className={textButtonClasses}>
          {t("verify.otherEmail")}
        </Link>
      </p>
    </>
  );
}
