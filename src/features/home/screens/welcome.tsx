import { useTranslation } from "#i18n/use-translation.tsx";
import { brand } from "#brand/brand.ts";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { Heading } from "#ui/layout/heading.tsx";

/**
 * The beginning of Home: what the product is. This one is for visitors of the starter. Replace it with yours, and its texts
 * (`welcome` in ../messages); keep one `Heading`.
 */
export function Welcome() {
  const { t } = useTranslation("home");
  return (
    <header className="grid gap-4">
      <Heading>{brand.name}</Heading>
      <p className="max-w-prose text-lg text-muted-foreground">
        {t("welcome.sentence", { name: brand.name })}
      </p>
      <p className="flex flex-wrap gap-3">
        <ButtonAnchor href={brand.documentation}>{t("welcome.documentation")}</ButtonAnchor>
        <ButtonAnchor href={brand.issues}>{t("welcome.openIssue")}</ButtonAnchor>
      </p>
    </header>
  );
}
