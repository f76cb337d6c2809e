import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { DayRange } from "#resource/day-range.ts";
import { listQuery, useRefetchTopic } from "#resource/queries.ts";
import { operationsOf } from "#rpc/client.ts";
import { invalidateOn, invalidateTopic } from "#rpc/invalidation.ts";
import type { VersionedRef } from "#rpc/versioned-ref.ts";
import type { usersContract } from "./contract.ts";
import type { BanInput, BulkResult, ListedUser } from "./schema.ts";
import { toUserListQuery, type UserListSearch } from "./search-params.ts";

const operations = operationsOf<typeof usersContract>("users");

invalidateOn(["users"], operations.key());
invalidateOn(["userSessions"], operations.listSessions.key());

/** A list of users, loaded page by page. */
export function usersQuery(search: UserListSearch = {}) {
  return listQuery(operations.list, toUserListQuery(search));
}

/** The number of users that a search field offers. */
const offeredLimit = 10;

/** The first users that match a search term, for a field in which one is chosen. */
export function foundUsersQuery(searchTerm: string) {
  return operations.list.queryOptions({ input: { searchTerm, limit: offeredLimit } });
}

/** One user. */
export function userQuery(id: string) {
  return operations.get.queryOptions({ input: { id } });
}

/** A user's sessions, loaded page by page. @param days of their last use */
export function userSessionsQuery(id: string, days: DayRange) {
  return infiniteQueryOptions(
    operations.listSessions.infiniteOptions({
      input: (after: string | undefined) => ({ id, ...days, ...(after !== undefined && { after }) }),
      initialPageParam: undefined,
      getNextPageParam: ({ next }) => next ?? undefined,
    }),
  );
}

/** Starts to act as a user. The response's cookies are for the next document. */
export function impersonateUser(id: string): Promise<void> {
  return operations.impersonate.call({ id });
}

/** Bans a user, or changes their ban. */
export function useBanUser() {
  const stored = useStored();
  return useMutation({
    mutationFn: (input: BanInput & { id: string }) => operations.ban.call(input),
    onSuccess: stored,
  });
}

/** Lifts a user's ban. */
export function useUnbanUser() {
  const stored = useStored();
  return useMutation({ mutationFn: (id: string) => operations.unban.call({ id }), onSuccess: stored });
}

/** Puts a changed user into the cache and refetches what else shows them. */
function useStored() {
  const queryClient = useQueryClient();
  return async (user: ListedUser) => {
    const { queryKey } = userQuery(user.id);
    queryClient.setQueryData(queryKey, user);
    await invalidateTopic(queryClient, "users", queryKey);
  };
}

/** Ends one of a user's sessions. */
export function useRevokeUserSession(id: string) {
  return useMutation({
    mutationFn: (sessionId: string) => operations.revokeSession.call({ id, sessionId }),
    onSuccess: useRefetchTopic("userSessions"),
  });
}

/** Ends all of a user's sessions, except the one that the caller uses. */
export function useRevokeUserSessions(id: string) {
  return useMutation({
    mutationFn: () => operations.revokeSessions.call({ id }),
    onSuccess: useRefetchTopic("userSessions"),
  });
}

/** Users for the hooks and screens of #resource. */
export const userRecords = {
  topic: "users",
  path: "/manager/users",
  query: userQuery,
  nameOf: ({ name, email }: ListedUser) => name ?? email,
  operations,
} as const;

/** Bans several users for the same reason and time. */
export function useBanUsers() {
  return useMutation({
    mutationFn: ({ users, ...ban }: BanInput & { users: VersionedRef[] }) =>
      operations.banMany.call({ ids: users.map(({ id }) => id), ...ban }),
    onSuccess: useRefetchTopic("users"),
  });
}

/** What can be done with several users together, besides banning and deleting them. */
const bulkOperations = {
  unban: operations.unbanMany,
  revoke: operations.revokeSessionsMany,
};

export type BulkActionName = keyof typeof bulkOperations;

/** Unbans several users, or ends their sessions. */
export function useBulkAction(name: BulkActionName) {
  return useMutation({
    mutationFn: (users: VersionedRef[]): Promise<BulkResult> =>
      bulkOperations[name].call({ ids: users.map(({ id }) => id) }),
    onSuccess: useRefetchTopic(name === "revoke" ? "userSessions" : "users"),
  });
}
