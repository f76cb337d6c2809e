import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Card } from "#ui/display/card.tsx";
import { latestActivityQuery } from "../queries.ts";
import { NewestActivity } from "../screens/newest-activity.tsx";

/** The newest activity of everyone, in a sentence each. */
export function LatestActivity() {
  const { t } = useTranslation("activity");
  const activity = useQuery(latestActivityQuery);
  return (
    <Card
      title={t("latest")}
      actions={
        <Link to="/manager/activity" className="py-0.5 text-sm underline underline-offset-4">
          {t("all")}
        </Link>
      }
    >
      <NewestActivity query={activity} rows={3} />
    </Card>
  );
}
