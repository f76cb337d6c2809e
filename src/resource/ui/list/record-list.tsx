import {
  hashKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
  type InfiniteData,
  type QueryKey,
  useQueryClient,
} from "@tanstack/react-query";
import {
  createContext,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from "react";
import type { Page } from "#resource/schema.ts";
import { withoutAppearance, type ListSearch } from "#ui/list/list-search.ts";
import { loadMoreProps } from "#ui/list/load-more.tsx";
import { lastRow, rowAt } from "#ui/list/rows.ts";
import { useListState } from "#ui/list/use-list-state.ts";
import { PageTitle } from "#ui/page-title.tsx";
import { useNow } from "#ui/use-now.ts";
import { useListHistoryState } from "./previous-list.ts";

type AnyRow = { id: string | number };

type ListQuery<Row> = UseInfiniteQueryOptions<
  Page<Row>,
  Error,
  InfiniteData<Page<Row>>,
  QueryKey,
  string | undefined
>;

type RecordListProps<Row extends AnyRow> = {
  /** The title of the page, and the accessible name of the rows. */
  title: string;
  /** The route's search, validated by `listSearch`. */
  search: ListSearch;
  /** The list operation's query for this search. */
  query: ListQuery<Row>;
  children: ReactNode;
};

type RecordListState<Row extends AnyRow> = ReturnType<typeof useRecordList<Row>>;

const ListContext = createContext<unknown>(undefined);

/** The list around a component. */
export function useList<Row extends AnyRow = AnyRow>() {
  const list = use(ListContext);
  if (!list) throw new Error("useList needs a RecordList around it");
  return list as RecordListState<Row>;
}

/**
 * A page with a list of records whose state is in the URL, loaded page by page. What is in it shares the list: the parts
 * in list-parts.tsx, `RecordTable`, bulk actions, and the screen's own components by `useList`.
 */
export function RecordList<Row extends AnyRow>({ children, ...props }: RecordListProps<Row>) {
  return (
    <ListContext value={useRecordList(props)}>
      <PageTitle>{props.title}</PageTitle>
      {children}
    </ListContext>
  );
}

function useRecordList<Row extends AnyRow>({ title, search, query }: Omit<RecordListProps<Row>, "children">) {
  const searchInput = useRef<HTMLInputElement>(null);
  const rowsRef = useRef<HTMLTableSectionElement & HTMLUListElement & HTMLOListElement>(null);
  const countLine = useRef<HTMLParagraphElement>(null);
  const state = useListState(search);
  // The route loads the list (`loadList`). Its failure is shown, not retried before the user asks for it.
  const list = useInfiniteQuery({ ...query, retryOnMount: false });
  const { data } = list;
  const key = hashKey(query.queryKey);
  const hasChanges = useHasChanges(key);
  const loaded = useMemo(() => ({ key, rows: data?.pages.flatMap(({ items }) => items) ?? [] }), [key, data]);
  // The rows of another list replace those before once what the user touched has answered.
  const deferred = useDeferredValue(loaded);
  const { rows } = deferred.key === key ? loaded : deferred;
  const { sort, ...filters } = withoutAppearance(search);
  const focusTarget = (index: number): HTMLElement | null => {
    const row = index < 0 ? undefined : (rowAt(rowsRef.current, index) ?? lastRow(rowsRef.current));
    return row?.querySelector("a") ?? countLine.current ?? searchInput.current;
  };
  const focusRow = useFocusWhenReady(list.isSuccess && state.selected.length === 0, focusTarget);

  async function retry() {
    const { isSuccess } = await list.refetch();
    // The button has disappeared.
    if (isSuccess && document.activeElement === document.body) focusRow(0);
  }

  async function clear() {
    searchInput.current?.focus();
    await state.clear();
    if (!searchInput.current) focusRow(-1);
  }

  return {
    ...state,
    title,
    search,
    rows,
    /** The number of loaded rows. Not all of them may be shown yet. */
    count: loaded.rows.length,
    total: data?.pages[0]?.total ?? { count: 0, isExact: true },
    sort,
    /** The current time, for relative times in rows. */
    now: useNow(list.dataUpdatedAt),
    /** Whether a search term or a filter is set. */
    isFiltered: Object.values(filters).some((value) => value !== undefined),
    /** Removes the search term and all filters. */
    clear,
    /** Set if the list couldn't be loaded. */
    failure: list.isLoadingError
      ? { error: list.error, isRetrying: list.isFetching, onRetry: () => void retry() }
      : undefined,
    /** Whether the first page is being loaded. */
    isLoading: list.isPending,
    /** What takes the focus: the row at an index, or the last one; with -1 and without rows the count line or the search input. */
    focusTarget,
    /** Focuses it when the rows are shown and nothing is selected any more. */
    focusRow,
    /** For links to pages that lead back to the list as it is. */
    historyState: useListHistoryState(),
    searchInput,
    countLine,
    /** The element whose children are the rows. */
    rowsRef,
    updateNotice: {
      hasChanges: hasChanges && rows.length > 0,
      isLoading: list.isRefetching,
      onRefresh: () => void list.refetch(),
    },
    more: loadMoreProps(list),
  };
}

/** Whether a list has changed since it was loaded, but is too long to be refetched automatically. */
function useHasChanges(key: string): boolean {
  const cache = useQueryClient().getQueryCache();
  const hasChanges = () => {
    const state = cache.get(key)?.state;
    return state !== undefined && state.isInvalidated && state.fetchStatus === "idle";
  };
  const subscribe = useCallback((onChange: () => void) => cache.subscribe(onChange), [cache]);
  return useSyncExternalStore(subscribe, hasChanges, () => false);
}

/** Keeps the focus in a list when the button that had it disappears (WCAG 2.4.3). */
function useFocusWhenReady(isReady: boolean, focusTarget: (index: number) => HTMLElement | null) {
  const focus = useEffectEvent((index: number) => focusTarget(index)?.focus());
  const [index, setIndex] = useState<number>();
  useEffect(() => {
    if (!isReady || index === undefined) return;
    setIndex(undefined);
    // After the effect: the row may have to be rendered first.
    queueMicrotask(() => focus(index));
  }, [isReady, index]);
  return setIndex;
}
