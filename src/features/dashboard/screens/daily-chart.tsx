import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay } from "#i18n/formats.ts";
import { type Column, ColumnChart } from "#ui/charts/column-chart.tsx";
import { Card } from "#ui/display/card.tsx";
import type { DailyChart } from "../shared/dashboard-part.ts";

/** Numbers by day. Each day leads to its activity. */
export function DailyChartCard({
  days,
  counts,
  chart,
}: {
  days: string[];
  counts: number[];
  chart: DailyChart;
}) {
  const { texts, search, tone } = chart;
  const { t, i18n } = useTranslation("dashboard");
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
      link: { to: "/manager/activity", search: { ...search, from: day, to: day, zone: "UTC" } },
    };
  });
  return (
    <Card
      title={t(texts.title)}
      actions={
        total > 0 && <span className="text-sm text-muted-foreground">{t("total", { count: total })}</span>
      }
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
