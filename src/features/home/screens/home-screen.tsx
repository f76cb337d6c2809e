import { useTranslation } from "#i18n/use-translation.tsx";
import type { AreaName } from "#brand/area-names.ts";
import { brand } from "#brand/brand.ts";
import { ButtonAnchor } from "#ui/controls/button.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { homeParts } from "../home-parts.ts";
import { AreaSwitch } from "./area-switch.tsx";
import { Suggestions } from "./suggestions.tsx";

type HomeScreenProps = { user: { id: string; areas: Record<AreaName, boolean> } };

/** App's start page: a welcome and the areas (specification, "App switch"), what features add, and things to try. */
export function HomeScreen({ user }: HomeScreenProps) {
  const { t } = useTranslation("home");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <PageTitle>{t("title")}</PageTitle>
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <header className="grid gap-4 xl:pt-3">
          <Heading>{brand.name}</Heading>
          <p className="max-w-prose text-lg text-muted-foreground">{t("sentence", { name: brand.name })}</p>
          <p className="flex flex-wrap gap-3">
            <ButtonAnchor href={brand.documentation}>{t("documentation")}</ButtonAnchor>
            <ButtonAnchor href={brand.issues}>{t("openIssue")}</ButtonAnchor>
          </p>
        </header>
        <AreaSwitch current="app" areas={user.areas} />
      </div>
      {homeParts.map(({ Section }, index) => (
        <Section key={index} user={user} />
      ))}
      {homeParts.length === 0 && (
        <p className="rounded-surface border border-dashed border-border px-4 py-12 text-center font-serif text-lg">
          {t("firstFeature")}
        </p>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
        {homeParts.map(({ Card }, index) => (
          <Card key={index} user={user} />
        ))}
        <Suggestions />
      </div>
    </div>
  );
}
