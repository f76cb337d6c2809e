import { useInfiniteQuery } from "@tanstack/react-query";
import { dayIn, formatRelativeDay, formatTime } from "#i18n/formats.ts";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ExportLink } from "#resource/ui/list/csv-links.tsx";
import { ListCount, ListEnd, ListInstead } from "#resource/ui/list/list-parts.tsx";
import { RecordList, useList } from "#resource/ui/list/record-list.tsx";
import { useTimeZone } from "#ui/display/local-time.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { RowGroups } from "#ui/list/row-groups.tsx";
import { activityQuery } from "../queries.ts";
import type { ActivityEntry } from "../schema.ts";
import { toActivityQuery, type ActivitySearch } from "../search-params.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { ActivityItem } from "./activity-item.tsx";
import { useSentence } from "./use-sentence.ts";

/** Who did what, the newest first, with filters. The URL holds the state. */
export function ActivityScreen({ search }: { search: ActivitySearch }) {
  const { t } = useTranslation("activity");
  const filters = toActivityQuery(search, useTimeZone());
  const query = activityQuery(filters);
  const { data } = useInfiniteQuery({ ...query, retryOnMount: false });
  return (
    <>
      <PageHeader title={t("title")}>
        {/* optional: csv */}
        <ExportLink topic="activity" query={filters} />
        {/* end: csv */}
      </PageHeader>
      <div className="mt-6 mb-4">
        {/* Outside of the list: React discards a part that loads late if a context around it changes. */}
        <ActivityFilters search={search} entries={data?.pages.flatMap(({ items }) => items) ?? []} />
      </div>
      <RecordList title={t("title")} search={search} query={query}>
        <Entries />
        <ListInstead empty={t("empty")} />
        <ListEnd />
      </RecordList>
    </>
  );
}

function Entries() {
  const { title, rows, rowsRef, now } = useList<ActivityEntry>();
  const { sentenceOf } = useSentence();
  const { i18n } = useTranslation();
  const { language } = i18n;
  const timeZone = useTimeZone();
  const dayOf = ({ at }: ActivityEntry) => dayIn(timeZone, at);
  return (
    <div className="grid gap-2">
      <ListCount />
      {rows.length > 0 && (
        <ol
          ref={rowsRef}
          aria-label={title}
          className="overflow-clip rounded-surface border border-border bg-surface"
        >
          <RowGroups
            rows={rows}
            nameOf={(entry) => sentenceOf(entry)}
            placeholder={(props, content) => <li {...props}>{content}</li>}
          >
            {(entry, index) => (
              <ActivityItem
                key={entry.id}
                entry={entry}
                time={
                  <time dateTime={entry.at.toISOString()}>{formatTime(language, entry.at, timeZone)}</time>
                }
                heading={
                  (index === 0 || dayOf(entry) !== dayOf(rows[index - 1] ?? entry)) && (
                    <h2 className="border-b border-border bg-muted px-3 py-1 text-sm font-semibold first-letter:uppercase">
                      {formatRelativeDay(language, entry.at, { now, timeZone })}
                    </h2>
                  )
                }
                aria-posinset={index + 1}
                aria-setsize={rows.length}
              />
            )}
          </RowGroups>
        </ol>
      )}
    </div>
  );
}
