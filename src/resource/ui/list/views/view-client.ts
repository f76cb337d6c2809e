import type { ContractRouterClient } from "@orpc/contract";
import type { RouterUtils } from "@orpc/tanstack-query";
import { hashKey, useQueryClient } from "@tanstack/react-query";
import type { ViewOperations } from "#resource/view-contract.ts";
import type { SavedView, ViewInput, ViewSearch } from "#resource/view-schema.ts";
import type { ListSearch } from "#ui/list/list-search.ts";

/** The operations on a list's saved views, as `operationsOf` returns them. */
export type ViewClient = RouterUtils<ContractRouterClient<ViewOperations>>;

/** Writes of views, after which the list of views is refetched. */
export function useViewWrites(client: ViewClient) {
  const queryClient = useQueryClient();
  const refetched = async <Result>(write: Promise<Result>) => {
    const result = await write;
    await queryClient.invalidateQueries({ queryKey: client.key() });
    return result;
  };
  return {
    create: ({ name, search, isShared }: Omit<SavedView, "id">) =>
      refetched(client.create.call({ name, search, isShared })),
    update: ({ id }: SavedView, changes: Partial<ViewInput>) =>
      refetched(client.update.call({ id, ...changes })),
    remove: ({ id }: SavedView) => refetched(client.delete.call({ id })),
  };
}

/** What a view keeps of a list's URL. */
export function toViewSearch({
  selected: _selected,
  after: _after,
  view: _view,
  ...search
}: ListSearch): ViewSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ViewSearch;
}

/** Whether two views show the same. */
export function isSameSearch(one: ViewSearch, other: ViewSearch): boolean {
  return hashKey([one]) === hashKey([other]);
}
