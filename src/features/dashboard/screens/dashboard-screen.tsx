import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { activityOfDays } from "#features/activity/shared/day-links.ts";
import { LatestActivity } from "#features/activity/shared/latest-activity.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { dashboardParts } from "../dashboard-parts.ts";
import { dashboardQuery } from "../queries.ts";
import type { Dashboard } from "../schema.ts";
import type { DailyChart } from "../shared/dashboard-part.ts";
import { DailyChartCard } from "./daily-chart.tsx";
import { Figures } from "./figures.tsx";
import { FirstSteps, isStarting } from "./first-steps.tsx";

type DashboardScreenProps = {
  name: string;
  areaSwitch?: ReactNode;
};

/** Manager's start page: the figures of the last 30 days, and what is new. */
export function DashboardScreen({ name, areaSwitch }: DashboardScreenProps) {
  const { t } = useTranslation("dashboard");
  const [firstName = name] = name.trim().split(/\s+/);
  const dashboard = useQuery(dashboardQuery);
  return (
    <div className="grid gap-6">
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader
        title={t("title")}
        text={<Isolated>{t("greeting", { name: isolate(firstName) })}</Isolated>}
      >
        {dashboard.data && !isStarting(dashboard.data) && <Period days={dashboard.data.days} />}
      </PageHeader>
      <Loaded query={dashboard} rows={4}>
        {(data) => <Content dashboard={data} />}
      </Loaded>
      {areaSwitch}
    </div>
  );
}

/** The figures, and the charts and cards of features. On the first days, what to do instead. */
function Content({ dashboard }: { dashboard: Dashboard }) {
  if (isStarting(dashboard)) return <FirstSteps dashboard={dashboard} />;
  const parts = dashboardParts.filter(({ total }) => dashboard.totals[total.name]);
  const charts = [signInsChart, ...parts.flatMap(({ chart }) => chart ?? [])];
  const cards = parts.flatMap((part) => part.cards ?? []);
  if (dashboard.daily.signIns) cards.push(LatestActivity); // optional: activity
  const cardItems = cards.map((Part, index) => <Part key={index} />);
  return (
    <>
      <Figures dashboard={dashboard} />
      <div className={twoColumns}>
        {charts.map((chart) => (
          <DailyChartCard key={chart.name} dashboard={dashboard} chart={chart} />
        ))}
        {cards.length < 3 && cardItems}
      </div>
      {cards.length > 2 && (
        <div className={`${twoColumns} lg:max-xl:*:last:odd:col-span-2 xl:grid-cols-3`}>{cardItems}</div>
      )}
    </>
  );
}

const signInsChart: DailyChart = {
  name: "signIns",
  texts: {
    title: "dashboard:signIns.title",
    heading: "dashboard:signIns.heading",
    count: "dashboard:signIns.count",
    empty: "dashboard:signIns.empty",
  },
  link: activityOfDays({ action: "signIn" }), // optional: activity
};

const twoColumns = "grid gap-4 lg:grid-cols-2 lg:gap-6";

function Period({ days }: { days: string[] }) {
  const { t, i18n } = useTranslation("dashboard");
  const from = formatDay(i18n.language, days[0] ?? "", { day: "numeric", month: "long" });
  const to = formatDay(i18n.language, days.at(-1) ?? "");
  return <p className="text-sm text-muted-foreground">{t("period", { from, to })}</p>;
}
