import type { ReactNode } from "react";
import { useTranslation } from "#i18n/use-translation.tsx";
import { pathBelow } from "#resource/queries.ts";
import { ButtonLink } from "#ui/controls/button.tsx";
import { SearchInput } from "#ui/controls/search-input.tsx";
import { PlusIcon } from "#ui/icons.ts";
import { CountLine } from "#ui/list/count-line.tsx";
import { DataListEmpty, DataListError, DataListLoading, DataListNoMatch } from "#ui/list/data-list.tsx";
import { ListUpdateNotice } from "#ui/list/list-update-notice.tsx";
import { LoadMore } from "#ui/list/load-more.tsx";
import { useList } from "./record-list.tsx";

/*
 * The parts of a `RecordList`.
 */

export function ListSearchInput() {
  const { searchInput, searchTerm, setSearchTerm, otherParams } = useList();
  return (
    <SearchInput ref={searchInput} value={searchTerm} onChange={setSearchTerm} keptParams={otherParams} />
  );
}

/** How many records are shown or found, once there are any. */
export function ListCount() {
  const { count, total, searchTerm, countLine } = useList();
  return count > 0 && <CountLine ref={countLine} shown={count} {...{ total, searchTerm }} />;
}

/** Shown in place of rows. @param props.empty for an empty list without search and filters, by default "No data" */
export function ListInstead({ empty }: { empty?: string | undefined }) {
  const { rows, failure, isLoading, isFiltered, searchTerm, clear } = useList();
  if (rows.length > 0) return null;
  if (failure) return <DataListError {...failure} />;
  if (isLoading) return <DataListLoading />;
  if (!isFiltered) return <DataListEmpty>{empty}</DataListEmpty>;
  return <DataListNoMatch searchTerm={searchTerm} onClear={() => void clear()} />;
}

/** The end of a list: loads more rows, and offers to reload a list that others have changed. @param props.loadMore by default "Load more" */
export function ListEnd({ loadMore }: { loadMore?: string }) {
  const { t } = useTranslation("resource");
  const { updateNotice, rowsRef, count, more } = useList();
  return (
    <>
      <ListUpdateNotice {...updateNotice} />
      <LoadMore label={loadMore ?? t("list.loadMore")} rows={rowsRef} count={count} {...more} />
    </>
  );
}

export function NewLink({ records, children }: { records: { path: string }; children: ReactNode }) {
  return (
    <ButtonLink to={pathBelow(records, "new")} state={useList().historyState} variant="primary">
      <PlusIcon className="size-5 max-sm:hidden" />
      {children}
    </ButtonLink>
  );
}
