import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { ButtonLink } from "#ui/controls/button.tsx";
import { Card } from "#ui/display/card.tsx";
import type { ActivityKinds } from "./kinds.ts";
import { recentActivityQuery } from "../queries.ts";
import { ActivityItem } from "../screens/activity-item.tsx";

type ActivityCardProps = {
  /** A person, or a thing of a kind. */
  of: { person: string } | { type: string; subject: string };
  kinds: ActivityKinds;
  className?: string;
};

/** The newest activity of and on a person, or on a thing. It loads after the page, so that it doesn't delay it. */
export function ActivityCard({ of, kinds, className }: ActivityCardProps) {
  const { t } = useTranslation("activity");
  const activity = useQuery(recentActivityQuery(of));
  const all = (
    <ButtonLink to="/manager/activity" search={of}>
      {t("all")}
    </ButtonLink>
  );
  return (
    <Card title={t("title")} actions={activity.data?.next && all} className={className}>
      <Loaded query={activity} rows={2}>
        {({ items }) =>
          items.length > 0 ? (
            <ol className="divide-y divide-border *:first:pt-0 *:last:pb-0">
              {items.map((entry) => (
                <ActivityItem key={entry.id} {...{ entry, kinds }} />
              ))}
            </ol>
          ) : (
            <p className="text-muted-foreground">{t("empty")}</p>
          )
        }
      </Loaded>
    </Card>
  );
}
