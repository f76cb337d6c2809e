import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ExportLink, ListCount, ListEnd, ListInstead } from "#resource/ui/list/list-parts.tsx";
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
        <ExportLink topic="activity" query={filters} />
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
  const { title, rows, rowsRef } = useList<ActivityEntry>();
  const { sentenceOf } = useSentence();
  return (
    <div className="grid gap-4">
      <ListCount />
      {rows.length > 0 && (
        <ol
          ref={rowsRef}
          aria-label={title}
          className="divide-y divide-border rounded-surface border border-border bg-surface px-4"
        >
          <RowGroups
            rows={rows}
            nameOf={sentenceOf}
            placeholder={(props, content) => <li {...props}>{content}</li>}
          >
            {(entry, index) => (
              <ActivityItem
                key={entry.id}
                entry={entry}
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
