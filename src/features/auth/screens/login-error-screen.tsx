import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";

const texts = {
  signup_disabled: ["loginError.signupDisabledTitle", "loginError.signupDisabledText"],
  access_denied: ["loginError.accessDeniedTitle", "loginError.accessDeniedText"],
  unknown_error: ["loginError.unknownTitle", "loginError.unknownText"],
} as const;

/** Explains why signing in failed (specification, "Login error"). */
export function LoginErrorScreen({ error }: { error: string }) {
  const { t } = useTranslation("auth");
  const [title, text] = Object.hasOwn(texts, error)
    ? texts[error as keyof typeof texts]
    : texts.unknown_error;
  return (
    <div className="grid gap-4">
      <PageTitle>{t(title)}</PageTitle>
      <Heading>{t(title)}</Heading>
      <p className="text-muted-foreground">{t(text)}</p>
      <ButtonLink to="/login" variant="primary" className="mt-2">
        {t("loginError.back")}
      </ButtonLink>
    </div>
  );
}
