import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../../auth-client.ts";
import { useLoginErrorText } from "../../errors/error-text.ts";

type DemoLoginScreenProps = {
  accounts: readonly { name: string; email: string }[];
  redirect: string;
  error: AuthError | undefined;
};

/** The login page of a demo: its accounts. */
export function DemoLoginScreen({ accounts, redirect, error }: DemoLoginScreenProps) {
  const { t } = useTranslation("auth");
  const errorText = useLoginErrorText(error);
  return (
    <>
      <PageTitle>{t("login.title")}</PageTitle>
      <Heading>{t("login.title")}</Heading>
      <p className="mt-2 text-muted-foreground">{t("authDemo:login.text")}</p>
      {errorText && <Alert title={errorText} />}
      <ul className="mt-6 grid gap-4">
        {accounts.map(({ name, email }, index) => (
          <li key={email}>
            <form method="post" action="/login" className="grid gap-1">
              <input type="hidden" name="email" value={email} />
              <input type="hidden" name="redirect" value={redirect} />
              <Button type="submit" variant={index === 0 ? "primary" : "secondary"} aria-describedby={email}>
                <span>
                  <Isolated>{t("authDemo:login.submit", { name: isolate(name) })}</Isolated>
                </span>
              </Button>
              <bdi id={email} className="text-center text-sm text-muted-foreground">
                {email}
              </bdi>
            </form>
          </li>
        ))}
      </ul>
    </>
  );
}
