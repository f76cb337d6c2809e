import { useTranslation } from "#i18n/use-translation.tsx";
import { formatNumber } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { FigureCard } from "#ui/charts/figure-card.tsx";
import { dashboardParts } from "../dashboard-parts.ts";
import type { Dashboard } from "../schema.ts";
import type { TotalCard } from "../shared/dashboard-part.ts";
import { isYoung } from "./is-young.ts";

const cards: TotalCard[] = [
  ...dashboardParts.map(({ total }) => total),
  { name: "users", label: "users:title", link: { to: "/manager/users" } },
  {
    name: "sessions",
    label: "dashboard:sessions",
    link: { to: "/manager/activity", search: { type: "session" } }, // optional: activity
  },
];

/** The totals with their change, each of which leads to its list. */
export function Figures({ dashboard }: { dashboard: Dashboard }) {
  const { t } = useTranslation("dashboard");
  return (
    <ul
      aria-label={t("figures")}
      className="grid gap-3 sm:gap-4 min-[22rem]:grid-cols-2 lg:gap-6 xl:grid-cols-4"
    >
      {cards.map(({ name, label, link }) => {
        const total = dashboard.totals[name];
        return (
          total && (
            <li key={name} className="grid min-w-0">
              <FigureCard label={t(label)} history={total.history} link={link}>
                <Change
                  from={total.history[0] ?? 0}
                  to={total.now}
                  isSinceBeginning={isYoung(dashboard, name)}
                />
              </FigureCard>
            </li>
          )
        );
      })}
    </ul>
  );
}

type ChangeProps = { from: number; to: number; isSinceBeginning: boolean };

function Change({ from, to, isSinceBeginning }: ChangeProps) {
  const { t, i18n } = useTranslation("dashboard");
  if (from === to) return t(isSinceBeginning ? "noChangeSinceBeginning" : "noChange");
  const change = formatNumber(i18n.language, to - from, { signDisplay: "always" });
  const text = isSinceBeginning ? "changeSinceBeginning" : "change";
  return <Isolated>{t(text, { change: isolate(change) })}</Isolated>;
}
