import { infiniteQueryOptions, useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { client, operations } from "#rpc/client.ts";
import { apiErrorOf } from "#lib/api-error.ts";

/** The person's sessions, those used last first, page after page. */
export const sessionsQuery = infiniteQueryOptions(
  operations.account.listSessions.infiniteOptions({
    input: (after: string | undefined) => ({ after }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  }),
);

/** The person's passkeys. */
export const passkeysQuery = operations.account.listPasskeys.queryOptions();

/** Where a person's data is downloaded from, as a file. */
export const downloadPath = "/api/rest/account/data";

/** Loads what the page shows beside the person. Where that fails, the page comes without it and asks again. */
export async function loadAccount(queryClient: QueryClient): Promise<void> {
  // A failure stays on the server: without it, both sides render the same.
  await Promise.all([
    queryClient
      .infiniteQuery({ ...sessionsQuery, retry: false })
      .catch(() => queryClient.removeQueries(sessionsQuery)),
    queryClient
      .query({ ...passkeysQuery, retry: false })
      .catch(() => queryClient.removeQueries(passkeysQuery)),
  ]);
}

/** Changes the person's name. */
export function useRename() {
  return useMutation({ mutationFn: (name: string) => client.account.rename({ name }) });
}

/** Sends a code to the address that the person wants to have. */
export async function requestEmailChange(email: string): Promise<void> {
  await client.account.requestEmailChange({ email });
}

/** Changes the person's address with the code that was sent to it. */
export function useChangeEmail() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { email: string; code: string }) => client.account.changeEmail(input),
    // Those on other devices have ended.
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
  });
}

/** Sends a code to the person's address, to verify it. */
export async function requestVerification(): Promise<void> {
  await client.account.requestVerification();
}

/** Verifies the person's address with the code. */
export function useVerifyEmail() {
  return useMutation({ mutationFn: (code: string) => client.account.verifyEmail({ code }) });
}

/** Ends one of the person's sessions. One that has ended already is as good as ended. */
export function useRevokeSession() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => client.account.revokeSession({ id }).catch(unlessGone),
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
  });
}

/** Ends all of the person's sessions but this one; gives how many there were. */
export function useRevokeOtherSessions() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => client.account.revokeOtherSessions(),
    onSuccess: () => queryClient.invalidateQueries(sessionsQuery),
  });
}

/** Adds a passkey that the browser makes, called by its maker's name, or by the one given where that is not known. */
export function useAddPasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (deviceName: string) => {
      const options = await client.account.askForPasskey();
      const { makePasskey, forgetPasskey } = await import("#features/auth/passkeys/browser.ts");
      const { credential, maker } = await makePasskey(options);
      const added = client.account.addPasskey({ name: maker ?? deviceName, credential });
      return await added.catch(async (error: unknown) => {
        // The device has one by now that opens nothing.
        const code = apiErrorOf(error)?.code;
        if (code !== undefined && code !== "PREVIOUSLY_REGISTERED") await forgetPasskey(credential.id);
        throw error;
      });
    },
    onSuccess: () => queryClient.invalidateQueries(passkeysQuery),
  });
}

/** Gives one of the person's passkeys another name. */
export function useRenamePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (input: { id: string; name: string }) => client.account.renamePasskey(input),
    onSuccess: () => queryClient.invalidateQueries(passkeysQuery),
  });
}

/** Removes one of the person's passkeys, and tells the device. One that is gone already is as good as removed. */
export function useRemovePasskey() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (id: string) => {
      const removed = await client.account.removePasskey({ id }).catch(unlessGone);
      const { forgetPasskey } = await import("#features/auth/passkeys/browser.ts");
      if (removed) await forgetPasskey(removed.credentialId);
    },
    onSuccess: () => queryClient.invalidateQueries(passkeysQuery),
  });
}

/** Sends a code to the person's address, to delete the account. */
export async function requestDeletion(): Promise<void> {
  await client.account.requestDeletion();
}

/** Deletes the person's account with the code, and then what this browser has of it. */
export function useDeleteAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => client.account.deleteAccount({ code }),
    onSuccess: async () => {
      // The session is gone: this ends its cookie, and empties the browser's cache of its pages.
      await fetch("/logout", { method: "POST", redirect: "manual" }).catch(() => undefined);
      queryClient.clear();
    },
  });
}

function unlessGone(error: unknown): void {
  if (apiErrorOf(error)?.code !== "NOT_FOUND") throw error;
}
