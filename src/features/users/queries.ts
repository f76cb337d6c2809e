import { useMutation } from "@tanstack/react-query";
import { listQuery, useRefetchTopic } from "#resource/queries.ts";
import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import type { usersContract } from "./contract.ts";
import type { BanInput, ListedUser } from "./schema.ts";
import { toUserListQuery, type UserListSearch } from "./search-params.ts";

const operations = operationsOf<typeof usersContract>("users");

invalidateOn(["users"], operations.key());

/** A list of users, loaded page by page. */
export function usersQuery(search: UserListSearch = {}) {
  return listQuery(operations.list, toUserListQuery(search));
}

// optional: activity
/** The number of users that a search field offers. */
const offeredLimit = 10;

/** The first users that match a search term, for a field in which one is chosen. */
export function foundUsersQuery(searchTerm: string) {
  return operations.list.queryOptions({ input: { searchTerm, limit: offeredLimit } });
}
// end: activity

// optional: impersonation
/** Starts to act as a user. The response's cookies are for the next document. */
export function impersonateUser(id: string): Promise<void> {
  return operations.impersonate.call({ id });
}
// end: impersonation

/** Bans a user, or changes their ban. Null lifts it. */
export function useSetBan() {
  return useMutation({
    mutationFn: ({ id, ban }: { id: string; ban: BanInput | null }) =>
      ban ? operations.ban.call({ id, ...ban }) : operations.unban.call({ id }),
    onSuccess: useRefetchTopic("users"),
  });
}

/** As `useSetBan`, for several users. */
export function useSetBans() {
  return useMutation({
    mutationFn: ({ ids, ban }: { ids: string[]; ban: BanInput | null }) =>
      ban ? operations.banMany.call({ ids, ...ban }) : operations.unbanMany.call({ ids }),
    onSuccess: useRefetchTopic("users"),
  });
}

/** Users for the hooks and screens of #resource. */
export const userRecords = {
  topic: "users",
  path: "/manager/users",
  query: (id: string) => operations.get.queryOptions({ input: { id } }),
  nameOf: ({ name, email }: ListedUser) => name ?? email,
  operations,
} as const;
