import { useTranslation } from "#i18n/use-translation.tsx";
import { isolate } from "#i18n/isolate.tsx";
import { VerifyForm, type VerifyFormProps } from "../../screens/verify-form.tsx";

type DemoVerifyScreenProps = VerifyFormProps & {
  /** The code that works. No other is sent. */
  demoCode: string;
};

/** Verifies a demo's code, which it shows. */
export function DemoVerifyScreen({ demoCode, ...form }: DemoVerifyScreenProps) {
  const { t } = useTranslation();
  return <VerifyForm {...form} text={t("authDemo:verify", { code: isolate(demoCode) })} hasHint={false} />;
}
