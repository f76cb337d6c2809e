import type { ContractRouterClient } from "@orpc/contract";
import type { RouterUtils } from "@orpc/tanstack-query";
import { useQueryClient } from "@tanstack/react-query";
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
    create: (input: ViewInput, isShared: boolean) =>
      refetched((isShared ? client.createShared : client.create).call(input)),
    update: ({ id, isShared }: SavedView, changes: Partial<ViewInput>) =>
      refetched((isShared ? client.updateShared : client.update).call({ id, ...changes })),
    remove: ({ id, isShared }: SavedView) =>
      refetched((isShared ? client.deleteShared : client.delete).call({ id })),
  };
}

/** What a view keeps of a list's URL. */
export function toViewSearch({ selected: _selected, view: _view, ...search }: ListSearch): ViewSearch {
  const entries = Object.entries(search).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as ViewSearch;
}

/** Whether two views show the same. */
export function isSameSearch(one: ViewSearch, other: ViewSearch): boolean {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  return names.every((name) => one[name] === other[name]);
}
