import { useTranslation } from "react-i18next";
import { brand } from "#brand/brand.ts";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { AreaSwitch } from "./area-switch.tsx";

/** Where App begins: a welcome, and the areas there are. */
export function HomeScreen({ areas }: { areas: { app: boolean; manager: boolean } }) {
  const { t } = useTranslation("home");
  return (
    <div className="grid max-w-3xl gap-8">
      <PageTitle>{t("title")}</PageTitle>
      <header className="grid gap-4">
        <Heading>{brand.name}</Heading>
        <p className="max-w-prose text-lg text-muted-foreground">{t("sentence", { name: brand.name })}</p>
        <p className="flex flex-wrap gap-3">
          <ButtonAnchor href={brand.documentation}>{t("documentation")}</ButtonAnchor>
          <ButtonAnchor href={brand.issues}>{t("openIssue")}</ButtonAnchor>
        </p>
      </header>
      <AreaSwitch current="app" areas={areas} />
    </div>
  );
}
