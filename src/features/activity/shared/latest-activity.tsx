import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Card } from "#ui/display/card.tsx";
import { useNow } from "#ui/use-now.ts";
import { latestActivityQuery } from "../queries.ts";
import { ActivityLines } from "../screens/activity-lines.tsx";

/** The newest activity of everyone, in a sentence each. */
export function LatestActivity() {
  const { t } = useTranslation("activity");
  const activity = useQuery(latestActivityQuery);
  const now = useNow(activity.dataUpdatedAt);
  return (
    <Card
      title={t("latest")}
      actions={
        <Link to="/manager/activity" className="py-0.5 text-sm underline underline-offset-4">
          {t("all")}
        </Link>
      }
    >
      <Loaded query={activity} rows={3}>
        {({ items }) =>
          items.length > 0 ? (
            <ActivityLines entries={items} now={now} />
          ) : (
            <p className="text-muted-foreground">{t("empty")}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
