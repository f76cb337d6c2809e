import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import { recentActivityQuery } from "../queries.ts";
import { NewestActivity } from "../screens/newest-activity.tsx";

type ActivityCardProps = {
  /** A person, or a thing of a kind. */
  of: { person: string } | { type: string; subject: string };
  className?: string;
};

/** The newest activity of and on a person, or on a thing. It loads after the page, so that it doesn't delay it. */
export function ActivityCard({ of, className }: ActivityCardProps) {
  const { t } = useTranslation("activity");
  const activity = useQuery(recentActivityQuery(of));
  const all = (
    <ButtonLink to="/manager/activity" search={of}>
      {t("all")}
    </ButtonLink>
  );
  return (
    <Card title={t("title")} actions={activity.data?.next && all} className={className}>
      <NewestActivity query={activity} rows={2} />
    </Card>
  );
}

/** The newest activity of the record whose id is in the path, for its page. @param type of the record, as entries name it */
export function RecordActivity({ type }: { type: string }) {
  const { id = "" } = useParams({ strict: false });
  return <ActivityCard of={{ type, subject: id }} className="mt-8 max-w-reading" />;
}
