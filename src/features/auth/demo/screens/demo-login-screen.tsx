import { useTranslation } from "#i18n/use-translation.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { AuthError } from "../../auth-client.ts";
import { useLoginErrorText } from "../../errors/error-text.ts";
import { AccountButtons } from "../../local/screens/account-buttons.tsx";

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
      <div className="mt-6">
        <AccountButtons accounts={accounts} redirect={redirect} isMain />
      </div>
    </>
  );
}
