import type { ErrorComponentProps } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { StandaloneErrorScreen } from "#ui/errors/error-screen.tsx";
import { useIsImpersonated } from "./use-is-impersonated.ts";

/** An administrator who acts as a user needs no other administrator to return to Manager. */
function ManagerError({ error }: ErrorComponentProps) {
  const { t } = useTranslation("authImpersonation");
  return (
    <StandaloneErrorScreen error={error} forbiddenText={useIsImpersonated() ? t("forbidden") : undefined} />
  );
}

/** The option of Manager's route. */
export const managerError: { errorComponent?: (props: ErrorComponentProps) => ReactNode } = {
  errorComponent: ManagerError,
};
