import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import { ignoreNotFound, useListMutation } from "../list-mutation.ts";
import type { keyContract } from "./contract.ts";
import type { KeyInput } from "./schema.ts";

const operations = operationsOf<typeof keyContract>("auth");

const userKeys = { queryKey: operations.listUserKeys.key() };

invalidateOn(["users", "userKeys"], userKeys.queryKey);

/** Another user's API keys, for administrators. */
export function userKeysQuery(id: string) {
  return operations.listUserKeys.queryOptions({ input: { id } });
}

/** The user's API keys, and the permissions that they can give to a new one. */
export const keysQuery = operations.listKeys.queryOptions();

/** Ends one of another user's API keys. It is not an error if it has ended before. */
export function useRevokeUserKey(id: string) {
  return useListMutation([userKeys], (keyId: string) =>
    operations.revokeUserKey.call({ id, keyId }).catch(ignoreNotFound),
  );
}

/** Ends all of another user's API keys. */
export function useRevokeUserKeys(id: string) {
  return useListMutation([userKeys], () => operations.revokeUserKeys.call({ id }));
}

/** Creates an API key. Only the result contains the key. */
export function useCreateKey() {
  return useListMutation([keysQuery], (input: KeyInput) => operations.createKey.call(input));
}

/** Revokes one of the user's API keys. It is not an error if it was revoked before. */
export function useRevokeKey() {
  return useListMutation([keysQuery], (id: string) =>
    operations.revokeKey.call({ id }).catch(ignoreNotFound),
  );
}

/** Forgets that one of the user's API keys was used after its end. */
export function useDismissKeyUse() {
  return useListMutation([keysQuery], (id: string) =>
    operations.dismissKeyUse.call({ id }).catch(ignoreNotFound),
  );
}
