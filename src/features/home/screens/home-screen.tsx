import { useTranslation } from "#i18n/use-translation.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { homeParts } from "../home-parts.ts";
import { AreaSwitch } from "./area-switch.tsx";
import { Suggestions } from "./suggestions.tsx";
import { Welcome } from "./welcome.tsx";

/** App's start page: a welcome and the areas (specification, "App switch"), what features add, and things to try. */
export function HomeScreen({ user }: { user: { id: string } }) {
  const { t } = useTranslation("home");
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <PageTitle>{t("title")}</PageTitle>
      <div className="grid items-start gap-x-12 gap-y-8 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="xl:pt-3">
          <Welcome />
        </div>
        <AreaSwitch current="app" />
      </div>
      {homeParts.map(({ Section }, index) => (
        <Section key={index} user={user} />
      ))}
      {homeParts.length === 0 && (
        <p className="rounded-surface border border-dashed border-border px-4 py-12 text-center font-serif text-lg">
          {t("firstFeature")}
        </p>
      )}
      <div className="grid items-start gap-6 empty:hidden xl:grid-cols-[minmax(0,1fr)_26rem]">
        {homeParts.map(({ Card }, index) => (
          <Card key={index} user={user} />
        ))}
        <Suggestions />
      </div>
    </div>
  );
}
