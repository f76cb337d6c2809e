import { useTranslation } from "#i18n/use-translation.tsx";
import { Alert } from "#ui/display/alert.tsx";
import { useIsImpersonated } from "./use-is-impersonated.ts";

/** Tells an administrator what of the user's account they can't change. */
export function ImpersonationAlert() {
  const { t } = useTranslation("authImpersonation");
  return useIsImpersonated() && <Alert title={t("unavailable")} />;
}
