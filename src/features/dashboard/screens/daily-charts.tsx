import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay } from "#i18n/formats.ts";
import { type Column, ColumnChart } from "#ui/charts/column-chart.tsx";
import { Card } from "#ui/display/card.tsx";
import type { Dashboard } from "../schema.ts";

/** Sign-ins by day, to those who may read the activity. Each day leads to them. */
export function SignInsChart({ dashboard: { days, signIns } }: { dashboard: Dashboard }) {
  if (!signIns) return null;
  return <DailyChart name="signIns" counts={signIns} search={{ action: "signIn" }} {...{ days }} />;
}

/** New books by day. Each day leads to the activity on books. */
export function NewBooksChart({ dashboard: { days, newBooks } }: { dashboard: Dashboard }) {
  if (!newBooks) return null;
  return <DailyChart name="newBooks" counts={newBooks} search={{ type: "book" }} tone="warm" {...{ days }} />;
}

type DailyChartProps = {
  name: "signIns" | "newBooks";
  days: string[];
  counts: number[];
  /** The filters of the activity, besides the day. */
  search: { action: string } | { type: string };
  tone?: "accent" | "warm";
};

function DailyChart({ name, days, counts, search, tone }: DailyChartProps) {
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
      text: t(`daily.${name}.count`, { count: value }),
      link: { to: "/manager/activity", search: { ...search, from: day, to: day, zone: "UTC" } },
    };
  });
  return (
    <Card
      title={t(`daily.${name}.title`)}
      actions={
        total > 0 && <span className="text-sm text-muted-foreground">{t("total", { count: total })}</span>
      }
    >
      {total > 0 ? (
        <ColumnChart
          label={t(`daily.${name}.title`)}
          headings={{ name: t("day"), value: t(`daily.${name}.heading`) }}
          columns={columns}
          tone={tone}
        />
      ) : (
        <p className="text-muted-foreground">{t(`daily.${name}.empty`)}</p>
      )}
    </Card>
  );
}
