import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DataListError, DataListLoading } from "#ui/list/data-list.tsx";

type LoadedProps<Data> = {
  query: UseQueryResult<Data>;
  /** How many placeholder rows are shown while it loads. */
  rows: number;
  children: (data: Data) => ReactNode;
};

/** A query's data, also after a later update failed; until there are any, placeholders or the error with Retry. */
export function Loaded<Data>({ query, rows, children }: LoadedProps<Data>) {
  const { data, error, isError, isFetching, refetch } = query;
  if (data !== undefined) return children(data);
  if (isError) return <DataListError error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  return <DataListLoading rows={rows} />;
}
