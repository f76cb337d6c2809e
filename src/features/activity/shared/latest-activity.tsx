import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "#i18n/use-translation.tsx";
import { Isolated } from "#i18n/isolate.tsx";
import { Loaded } from "#resource/ui/loaded.tsx";
import { Avatar } from "#ui/display/avatar.tsx";
import { Card } from "#ui/display/card.tsx";
import { TimeAgo } from "#ui/display/time-ago.tsx";
import { useNow } from "#ui/use-now.ts";
import { latestActivityQuery } from "../queries.ts";
import { useSentence } from "../screens/use-sentence.ts";

/** The newest activity of everyone, in a sentence each. */
export function LatestActivity() {
  const { t } = useTranslation("activity");
  const activity = useQuery(latestActivityQuery);
  const now = useNow(activity.dataUpdatedAt);
  const { sentenceOf } = useSentence();
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
        {({ items }) => (
          <>
            {items.length === 0 && <p className="text-muted-foreground">{t("empty")}</p>}
            <ol className="divide-y divide-border">
              {items.map((entry) => (
                <li key={entry.id} className="flex gap-3 py-3">
                  <Avatar
                    id={entry.actor?.id ?? ""}
                    name={entry.actor?.name ?? entry.actor?.email ?? null}
                    size="small"
                  />
                  <span className="grid min-w-0 flex-1">
                    <span className="wrap-anywhere">
                      <Isolated>{sentenceOf(entry)}</Isolated>
                    </span>
                    <span className="text-sm text-muted-foreground">
                      <TimeAgo value={entry.at} now={now} />
                    </span>
                  </span>
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
    </Card>
  );
}
