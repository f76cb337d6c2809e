import { useTranslation } from "#i18n/use-translation.tsx";
import { type AreaName, areaNames } from "#brand/area-names.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Can } from "#rpc/can.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Badge } from "#ui/display/badge.tsx";

/** Both areas: the current one, and a link to the other if the user may enter it (specification, "App switch"). */
export function AreaSwitch({ current }: { current: AreaName }) {
  const { t } = useTranslation("home");
  return (
    <section
      aria-label={t("switch.title")}
      className="min-w-0 rounded-surface border border-border bg-surface"
    >
      <ul className="divide-y divide-border">
        {areaNames.map((area) => (
          <li key={area} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-5 py-4">
            <div className="grid min-w-0 flex-1 basis-40">
              <h2 className="font-serif text-lg font-semibold">{t(`switch.${area}`)}</h2>
              <p className="text-sm text-muted-foreground">{t(`switch.${area}Text`)}</p>
            </div>
            {area === current && <Badge variant="accent">{t("switch.here")}</Badge>}
            {area !== current && (
              <Can permissions={{ apps: [area] }} otherwise={<Badge>{t("switch.denied")}</Badge>}>
                <ButtonLink to={`/${area}`}>
                  {/* Without the span, the button's gap would separate the parts of the text. */}
                  <span>
                    <Isolated>{t("switch.goTo", { path: isolate(`/${area}`) })}</Isolated>
                  </span>
                </ButtonLink>
              </Can>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
