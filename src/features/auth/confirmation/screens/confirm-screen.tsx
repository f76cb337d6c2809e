import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import type { ConfirmationMethod } from "#rpc/context.ts";
import { Button } from "#ui/controls/button.tsx";
import { TextButton } from "#ui/controls/text-button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { PostForm } from "#ui/form/post-form.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../../auth-client.ts";
import { MailDelayNotice } from "../../codes/screens/mail-delay-notice.tsx";
import { MailedCodeField } from "../../codes/screens/mailed-code-field.tsx";
import { useCodeField } from "../../codes/screens/use-code-field.ts";
import { useErrorText } from "../../errors/error-text.ts";
import { ConfirmWithPasskey, openAfterConfirmation } from "../../passkeys/screens/passkey-button.tsx";

type ConfirmScreenProps = {
  email: string;
  methods: ConfirmationMethod[];
  redirect: string;
  isCodeSent: boolean;
  /** The error of the form. */
  error: AuthError | undefined;
};

/** "Confirm that it's you" as a page, whose forms work without JavaScript. */
export function ConfirmScreen({ methods, ...props }: ConfirmScreenProps) {
  const { t } = useTranslation("authConfirmation");
  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <Heading>{t("title")}</Heading>
      <p className="mt-2 mb-6 text-muted-foreground">{t("text")}</p>
      <div className="grid gap-6">
        {/* optional: passkeys */}
        {methods.includes("passkey") && (
          <ConfirmWithPasskey onConfirmed={() => openAfterConfirmation(props.redirect)} />
        )}
        {/* end: passkeys */}
        {methods.includes("code") && <CodeForms {...props} />}
      </div>
    </>
  );
}

/** The form that sends a code, or the form that takes it and the one that sends another. */
function CodeForms(props: Omit<ConfirmScreenProps, "methods">) {
  const { email, redirect, isCodeSent, error } = props;
  const { t } = useTranslation("auth");
  const { field } = useCodeField(() => Promise.resolve(), error);
  const errorText = useErrorText(error);
  const form = { action: "/login/confirm", noValidate: true };
  const hidden = <input type="hidden" name="redirect" value={redirect} />;

  if (!isCodeSent) {
    return (
      <PostForm {...form} className="grid gap-4">
        {hidden}
        <p>
          <Isolated>{t("newCode.why", { email: isolate(email) })}</Isolated>
        </p>
        <MailDelayNotice />
        {errorText && <Alert variant="danger" title={errorText} />}
        <Button type="submit" name="send" value="yes" variant="primary">
          {t("newCode.send")}
        </Button>
      </PostForm>
    );
  }
  return (
    <div className="grid gap-4">
      <p className="text-muted-foreground">
        <Isolated>{t("newCode.enter", { email: isolate(email) })}</Isolated>
      </p>
      <PostForm {...form} className="grid gap-4">
        {hidden}
        <MailedCodeField id="code" required autoFocus {...field} />
        <Button type="submit" variant="primary">
          {t("verify.submit")}
        </Button>
      </PostForm>
      <PostForm {...form}>
        {hidden}
        <TextButton type="submit" name="send" value="yes">
          {t("verify.newCode")}
        </TextButton>
      </PostForm>
    </div>
  );
}
