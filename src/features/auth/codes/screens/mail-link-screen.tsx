import { useTranslation } from "#i18n/use-translation.tsx";
import { Button, ButtonLink } from "#ui/controls/button.tsx";
import { PostForm } from "#ui/form/post-form.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../../auth-client.ts";
import { useErrorText } from "../../errors/error-text.ts";

type MailLinkScreenProps = {
  purpose: "unlock" | "stop";
  /** Of the link in a mail; empty after its use. */
  token: string;
  /** The result of the form. */
  sent: { error?: AuthError | undefined } | undefined;
  isDone: boolean;
};

/** The page that a link in a mail opens. Only its button uses the link, because mail scanners open links. */
export function MailLinkScreen({ purpose, token, sent, isDone }: MailLinkScreenProps) {
  const { t } = useTranslation("authCodes");
  const error = sent?.error ?? (token || isDone ? undefined : { code: "LINK_EXPIRED" });
  const errorText = useErrorText(error);
  const title = isDone ? t("mailLink.stop.doneTitle") : t(`mailLink.${purpose}.title`);

  return (
    <div className="grid gap-4">
      <PageTitle>{title}</PageTitle>
      <Heading>{title}</Heading>
      <p role={error && "alert"} className="text-muted-foreground">
        {errorText ?? (isDone ? t("mailLink.stop.doneText") : t(`mailLink.${purpose}.text`))}
      </p>
      {error || isDone ? (
        <ButtonLink to="/login" variant="primary" className="mt-2">
          {t("auth:loginError.back")}
        </ButtonLink>
      ) : (
        <PostForm action="/login/link" className="mt-2 grid">
          <input type="hidden" name="purpose" value={purpose} />
          <input type="hidden" name="token" value={token} />
          <Button type="submit" variant="primary">
            {t(`mailLink.${purpose}.submit`)}
          </Button>
        </PostForm>
      )}
    </div>
  );
}
