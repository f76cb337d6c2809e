import {
  hashKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type InfiniteData,
  type QueryKey,
} from "@tanstack/react-query";
import { useLocation } from "@tanstack/react-router";
import { useMemo, useRef } from "react";
import type { Page } from "#resource/schema.ts";
import { useHasChanges } from "#rpc/use-has-changes.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { ListSearch } from "#ui/list/list-search.ts";
import { loadMoreProps } from "#ui/list/load-more.tsx";
import { useListState } from "#ui/list/use-list-state.ts";
import { useNow } from "#ui/use-now.ts";
import { useListFocus } from "./use-list-focus.ts";
import { useListHistoryState, useListPathname } from "./list-history-state.ts";
import { useRowsInSteps } from "./use-rows-in-steps.ts";
import { versionedSelection } from "./versioned-selection.ts";

type ListQuery<Row> = UseInfiniteQueryOptions<
  Page<Row>,
  Error,
  InfiniteData<Page<Row>>,
  QueryKey,
  string | undefined
>;

export type RecordList<Row extends VersionedRef = VersionedRef> = ReturnType<typeof useRecordList<Row>>;

/**
 * A list of records whose state is in the URL, loaded page by page: what the components of a list screen share.
 * @param search the route's search, validated by `listSearch`
 * @param query the list operation's query for this search
 */
export function useRecordList<Row extends VersionedRef>(search: ListSearch, query: ListQuery<Row>) {
  const searchInput = useRef<HTMLInputElement>(null);
  const rowsRef = useRef<HTMLTableSectionElement & HTMLUListElement>(null);
  const countLine = useRef<HTMLParagraphElement>(null);
  const state = useListState(search, searchInput);
  const pathname = useListPathname();
  const historyState = useListHistoryState(pathname, search);
  const sort = useLocation({
    select: (next) => (next.pathname === pathname ? next.search.sort : search.sort),
  });
  // The route loads the list (`loadList`). Its failure is shown, not retried before the user asks for it.
  const list = useInfiniteQuery({ ...query, retryOnMount: false });
  const hasChanges = useHasChanges(query.queryKey);
  const { data } = list;
  const loaded = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? [], [data]);
  const rows = useRowsInSteps(hashKey(query.queryKey), loaded);
  const { selected: _selected, sort: _sort, hidden: _hidden, view: _view, ...filters } = search;
  const isReady = list.isSuccess && state.selected.length === 0;
  const focusRow = useListFocus(isReady, { rowsRef, countLine, searchInput });

  async function retry() {
    const { isSuccess } = await list.refetch();
    // The button has disappeared.
    if (isSuccess && document.activeElement === document.body) focusRow(0);
  }

  return {
    ...state,
    search,
    rows,
    /** The number of loaded rows. Not all of them may be shown yet. */
    count: loaded.length,
    total: data?.pages[0]?.total ?? { count: 0, isExact: true },
    /** While it is loading, already the next one. */
    sort,
    /** The current time, for relative times in rows. */
    now: useNow(list.dataUpdatedAt),
    /** Whether a search term or a filter is set. */
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    selection: versionedSelection(rows, state.selected, state.setSelected),
    /** Set if the list couldn't be loaded. */
    failure: list.isLoadingError ? { isRetrying: list.isFetching, onRetry: () => void retry() } : undefined,
    /** Whether the first page is being loaded. */
    isLoading: list.isPending,
    /** Focuses the row at an index when nothing is selected any more; with -1 the count line. */
    focusRow,
    /** For links to pages that lead back to the list as it is. */
    historyState,
    searchInput,
    countLine,
    /** The element whose children are the rows. */
    rowsRef,
    updateNotice: {
      hasChanges: hasChanges && rows.length > 0,
      isLoading: list.isRefetching,
      onRefresh: () => void list.refetch(),
    },
    more: { count: loaded.length, ...loadMoreProps(list) },
  };
}
