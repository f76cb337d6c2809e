import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { TimeAgo } from "#ui/display/time-ago.tsx";
import { useNow } from "#ui/use-now.ts";
import type { ActivityPage } from "../schema.ts";
import { ActivityItem } from "./activity-item.tsx";

/** The newest activity, for a card. @param props.rows how many placeholders are shown while it loads */
export function NewestActivity({ query, rows }: { query: UseQueryResult<ActivityPage>; rows: number }) {
  const { t } = useTranslation("activity");
  const now = useNow(query.dataUpdatedAt);
  return (
    <Loaded query={query} rows={rows}>
      {({ items }) =>
        items.length > 0 ? (
          <ol className="-mx-3">
            {items.map((entry) => (
              <ActivityItem key={entry.id} entry={entry} time={<TimeAgo value={entry.at} now={now} />} />
            ))}
          </ol>
        ) : (
          <p className="text-muted-foreground">{t("empty")}</p>
        )
      }
    </Loaded>
  );
}
