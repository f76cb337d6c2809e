import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay } from "#i18n/formats.ts";
import { type Column, ColumnChart } from "#ui/charts/column-chart.tsx";
import { Card } from "#ui/display/card.tsx";
import type { Dashboard } from "../schema.ts";
import { updateSearch } from "#ui/list/list-search.ts";
import type { DailyChart } from "../shared/dashboard-part.ts";
import { isYoung } from "./is-young.ts";

/** Numbers by day. Each day leads to a list of its own, and the total to that of all. Nothing if the reader may not see them. */
export function DailyChartCard({ dashboard, chart }: { dashboard: Dashboard; chart: DailyChart }) {
  const { name, texts, link, tone } = chart;
  const { days } = dashboard;
  const { t, i18n } = useTranslation("dashboard");
  const counts = dashboard.daily[name];
  if (!counts) return null;
  const total = counts.reduce((sum, count) => sum + count, 0);
  const columns = days.map((day, index): Column => {
    const value = counts[index] ?? 0;
    const isTick = (days.length - 1 - index) % 7 === 0;
    return {
      key: day,
      name: formatDay(i18n.language, day, { weekday: "long", day: "numeric", month: "long" }),
      tick: isTick ? formatDay(i18n.language, day, { day: "numeric", month: "short" }) : undefined,
      value,
      text: t(texts.count, { count: value }),
      link: link?.(day, day),
    };
  });
  const totalText = t(isYoung(dashboard, name) ? "totalSinceBeginning" : "total", { count: total });
  const all = link?.(days[0] ?? "", days.at(-1) ?? "");
  const totalLink = all && (
    <Link
      to={all.to}
      search={updateSearch(all.search ?? {})}
      className="py-0.5 text-sm underline underline-offset-4"
    >
      {totalText}
    </Link>
  );
  return (
    <Card
      title={t(texts.title)}
      actions={total > 0 && (totalLink ?? <p className="py-0.5 text-sm">{totalText}</p>)}
    >
      {total > 0 ? (
        <ColumnChart
          label={t(texts.title)}
          headings={{ name: t("day"), value: t(texts.heading) }}
          columns={columns}
          tone={tone}
        />
      ) : (
        <p className="text-muted-foreground">{t(texts.empty)}</p>
      )}
    </Card>
  );
}
