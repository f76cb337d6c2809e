import { useInfiniteQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { ExportButton } from "#resource/ui/export/export-button.tsx";
import { useListFocus } from "#resource/ui/list/use-list-focus.ts";
import { useHasChanges } from "#rpc/use-has-changes.ts";
import { useTimeZone } from "#ui/display/local-time.tsx";
import { PageHeader } from "#ui/layout/page-header.tsx";
import { CountLine } from "#ui/list/count-line.tsx";
import { DataListEmpty, DataListError, DataListLoading, DataListNoMatch } from "#ui/list/data-list.tsx";
import { ListUpdateNotice } from "#ui/list/list-update-notice.tsx";
import { LoadMore, loadMoreProps } from "#ui/list/load-more.tsx";
import { RowGroups } from "#ui/list/row-groups.tsx";
import { PageTitle } from "#ui/page-title.tsx";
import type { ActivityKinds } from "../shared/kinds.ts";
import { activityQuery } from "../queries.ts";
import { toActivityQuery, type ActivitySearch } from "../search-params.ts";
import { ActivityFilters } from "./activity-filters.tsx";
import { ActivityItem } from "./activity-item.tsx";
import { useSentence } from "./use-sentence.ts";

/** Who did what, the newest first, with filters. The URL holds the state. */
export function ActivityScreen({ search, kinds }: { search: ActivitySearch; kinds: ActivityKinds }) {
  const { t } = useTranslation("activity");
  const navigate = useNavigate();
  const rows = useRef<HTMLOListElement>(null);
  const countLine = useRef<HTMLParagraphElement>(null);
  const filters = toActivityQuery(search, useTimeZone());
  const query = activityQuery(filters);
  // The route loads the list. Its failure is shown, not retried before the user asks for it.
  const list = useInfiniteQuery({ ...query, retryOnMount: false });
  const focusRow = useListFocus(list.isSuccess, { rowsRef: rows, countLine });
  const { sentenceOf } = useSentence(kinds);
  const hasChanges = useHasChanges(query.queryKey);
  const pages = list.data?.pages ?? [];
  const entries = pages.flatMap(({ items }) => items);
  const total = pages[0]?.total ?? { count: 0, isExact: true };
  const isFiltered = Object.keys(filters).length > 0;
  const exportUrl = `/api/activity.csv?${new URLSearchParams(filters)}`;

  async function retry() {
    const { isSuccess } = await list.refetch();
    // The button has disappeared.
    if (isSuccess && document.activeElement === document.body) focusRow(-1);
  }

  async function clearFilters() {
    await navigate({ to: ".", search: {} as never });
    focusRow(-1);
  }

  function insteadOfEntries() {
    if (list.isLoadingError)
      return <DataListError isRetrying={list.isFetching} onRetry={() => void retry()} />;
    if (list.isPending) return <DataListLoading />;
    if (!isFiltered) return <DataListEmpty>{t("empty")}</DataListEmpty>;
    return <DataListNoMatch searchTerm="" onClear={() => void clearFilters()} />;
  }

  return (
    <>
      <PageTitle>{t("title")}</PageTitle>
      <PageHeader title={t("title")}>
        <ExportButton url={exportUrl} fileName={t("title")} total={total} />
      </PageHeader>
      <div className="mt-6 grid gap-4">
        <ActivityFilters {...{ search, kinds, entries }} />
        {entries.length > 0 && (
          <>
            <CountLine ref={countLine} shown={entries.length} total={total} searchTerm="" />
            <ol
              ref={rows}
              aria-label={t("title")}
              className="divide-y divide-border rounded-surface border border-border bg-surface px-4"
            >
              <RowGroups
                rows={entries}
                nameOf={sentenceOf}
                placeholder={(props, content) => <li {...props}>{content}</li>}
              >
                {(entry, index) => (
                  <ActivityItem
                    key={entry.id}
                    {...{ entry, kinds }}
                    aria-posinset={index + 1}
                    aria-setsize={entries.length}
                  />
                )}
              </RowGroups>
            </ol>
          </>
        )}
      </div>
      {entries.length === 0 && insteadOfEntries()}
      <ListUpdateNotice
        hasChanges={hasChanges}
        isLoading={list.isRefetching}
        onRefresh={() => void list.refetch()}
      />
      <LoadMore label={t("loadMore")} rows={rows} count={entries.length} {...loadMoreProps(list)} />
    </>
  );
}
