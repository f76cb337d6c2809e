import { useTranslation } from "react-i18next";
import { areaNames } from "#brand/area-names.ts";
import { brand } from "#brand/brand.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { ButtonAnchor, ButtonLink } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { Heading } from "#ui/layout/heading.tsx";
import { PageTitle } from "#ui/page-title.tsx";

/** App's start page: a welcome, and a card for each area (specification, "App switch"). */
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
      <section aria-label={t("switch.title")} className="grid gap-4 sm:grid-cols-2">
        {areaNames.map((area) => (
          <Card key={area} title={t(`switch.${area}`)} className="flex flex-col">
            <p className="mb-5 text-muted-foreground">{t(`switch.${area}Text`)}</p>
            <p className="mt-auto flex min-h-control items-center">
              {area !== "app" && areas[area] ? (
                <ButtonLink to={`/${area}`}>
                  {/* Without the span, the button's gap would separate the parts of the text. */}
                  <span>
                    <Isolated>{t("switch.goTo", { path: isolate(`/${area}`) })}</Isolated>
                  </span>
                </ButtonLink>
              ) : (
                <span className="text-muted-foreground">
                  {t(area === "app" ? "switch.here" : "switch.denied")}
                </span>
              )}
            </p>
          </Card>
        ))}
      </section>
    </div>
  );
}
