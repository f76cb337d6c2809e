import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { formatDay } from "#i18n/formats.ts";
import { isolate, Isolated } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import { dashboardQuery } from "../queries.ts";
import { BooksByGenre } from "./books-by-genre.tsx";
import { NewBooksChart, SignInsChart } from "./daily-charts.tsx";
import { Figures } from "./figures.tsx";
import { FirstSteps } from "./first-steps.tsx";

type DashboardScreenProps = {
  name: string;
  /** The other features' cards. The activity is shown to those who may read it. */
  latestBooks: ReactNode;
  activity: ReactNode;
  areaSwitch: ReactNode;
};

/** Manager's start page: the figures of the last 30 days, and what is new. */
export function DashboardScreen({ name, latestBooks, activity, areaSwitch }: DashboardScreenProps) {
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
        {dashboard.data && <Period days={dashboard.data.days} />}
      </PageHeader>
      <Loaded query={dashboard} rows={4}>
        {(data) => (
          <>
            <Figures dashboard={data} />
            {data.books?.now === 0 ? (
              <>
                <FirstSteps dashboard={data} />
                <div className={twoColumns}>
                  <SignInsChart dashboard={data} />
                  {data.signIns && activity}
                </div>
              </>
            ) : (
              <>
                <div className={twoColumns}>
                  <SignInsChart dashboard={data} />
                  <NewBooksChart dashboard={data} />
                </div>
                <div className={`${twoColumns} xl:grid-cols-3`}>
                  <BooksByGenre dashboard={data} />
                  {latestBooks}
                  {data.signIns && <div className="grid min-w-0 lg:max-xl:col-span-2">{activity}</div>}
                </div>
              </>
            )}
          </>
        )}
      </Loaded>
      {areaSwitch}
    </div>
  );
}

const twoColumns = "grid gap-4 lg:grid-cols-2 lg:gap-6";

/** The days that the figures are of. */
function Period({ days }: { days: string[] }) {
  const { t, i18n } = useTranslation("dashboard");
  const from = formatDay(i18n.language, days[0] ?? "", { day: "numeric", month: "long" });
  const to = formatDay(i18n.language, days.at(-1) ?? "");
  return <p className="text-sm text-muted-foreground">{t("period", { from, to })}</p>;
}
