import { useTranslation } from "react-i18next";
import { areaNames, type AreaName } from "#brand/areas.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";

/** Both areas: which one this is, and which may be entered (specification, "App switch"). */
export function AreaSwitch({ current, areas }: { current: AreaName; areas: Record<AreaName, boolean> }) {
  const { t } = useTranslation("home");
  return (
    <section aria-label={t("switch.title")} className="grid gap-4 sm:grid-cols-2">
      {areaNames.map((area) => (
        <Card key={area} title={t(`switch.${area}`)} className="flex flex-col">
          <p className="mb-5 text-muted-foreground">{t(`switch.${area}Text`)}</p>
          <p className="mt-auto flex min-h-control items-center">
            {area === current ? (
              <span className="text-muted-foreground">{t("switch.here")}</span>
            ) : areas[area] ? (
              <ButtonLink to={`/${area}`}>
                {/* One text, not three things with a gap between them. */}
                <span>
                  <Isolated>{t("switch.goTo", { path: isolate(`/${area}`) })}</Isolated>
                </span>
              </ButtonLink>
            ) : (
              <span className="text-muted-foreground">{t("switch.denied")}</span>
            )}
          </p>
        </Card>
      ))}
    </section>
  );
}
