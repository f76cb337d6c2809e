import { useState } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Button } from "#ui/controls/button.tsx";
import { Field } from "#ui/controls/field.tsx";
import { PostForm } from "#ui/form/post-form.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { useFormCheck } from "../../use-form-check.ts";

type OnboardingScreenProps = {
  email: string;
  redirect: string;
  /** The result of a form that the server rejected. */
  sent: { value: string; error?: { code: string } | undefined } | undefined;
};

/** Asks a new user for their name (specification, "Onboarding"). */
export function OnboardingScreen({ email, redirect, sent }: OnboardingScreenProps) {
  const { t } = useTranslation("authAccount");
  const [problem, setProblem] = useState(sent?.error?.code);

  const check = useFormCheck("onboarding");

  async function isValid(form: HTMLFormElement) {
    const { error } = await check(form);
    setProblem(error?.code);
    if (error) (form.elements.namedItem("name") as HTMLInputElement).focus();
    return !error;
  }

  return (
    <>
      <PageTitle>{t("onboarding.title")}</PageTitle>
      <Heading>{t("onboarding.title")}</Heading>
      <p className="mt-2 text-muted-foreground">{t("onboarding.text")}</p>
      <p className="mt-1 text-sm text-muted-foreground">
        <Isolated>{t("onboarding.loggedInAs", { email: isolate(email) })}</Isolated>
      </p>
      <PostForm
        action="/onboarding"
        failed={t("common:failures.onboarding")}
        noValidate
        isValid={isValid}
        className="mt-6 grid gap-2"
      >
        <input type="hidden" name="redirect" value={redirect} />
        <Field
          id="name"
          name="name"
          label={t("onboarding.name")}
          autoComplete="name"
          required
          autoFocus
          dir="auto"
          defaultValue={sent?.value}
          error={problem && t(problem === "NAME_REQUIRED" ? "errors.nameRequired" : "errors.nameInvalid")}
          onChange={() => setProblem(undefined)}
        />
        <Button type="submit" variant="primary">
          {t("onboarding.continue")}
        </Button>
      </PostForm>
    </>
  );
}
