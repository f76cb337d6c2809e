import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import type { InferContractRouterInputs } from "@orpc/contract";
import { useRouter } from "@tanstack/react-router";
import { useCallback } from "react";
import { apiErrorOf } from "#lib/api-error.ts";
import type { DayRange } from "#resource/day-range.ts";
import { operationsOf } from "#rpc/client.ts";
import { invalidateOn } from "#rpc/invalidation.ts";
import { callAuth } from "./auth-client.ts";
import type { authContract } from "./contract.ts";
import { ignoreNotFound, useListMutation } from "./list-mutation.ts";

const operations = operationsOf<typeof authContract>("auth");

/** Everything of accounts. */
const all = { queryKey: operations.key() };

const userSessions = { queryKey: operations.listUserSessions.key() };

// A ban, and a change of the email, end sessions.
invalidateOn(["users", "userSessions"], userSessions.queryKey);

/** Gives a new user their name. */
export const onboard = (name: string) => operations.onboard.call({ name });

/** The user's sessions, the most recently used first. */
export const sessionsQuery = operations.listSessions.queryOptions();

/** Another user's sessions, for administrators. @param days of their last use */
export function userSessionsQuery(id: string, days: DayRange) {
  return operations.listUserSessions.queryOptions({ input: { id, ...days } });
}

// optional: passkeys
/** The user's passkeys. */
export const passkeysQuery = operations.listPasskeys.queryOptions();
// end: passkeys

// optional: social
/** The user's accounts at social providers. */
export const linkedAccountsQuery = operations.listLinkedAccounts.queryOptions();
// end: social

/** Whether mails with codes are late at the moment. */
export const readMailDelay = () => operations.readMailDelay.call();

/** Sends a code to the user's email, to confirm that it's them. */
export const requestConfirmation = () => operations.requestConfirmation.call();

/** Confirms with the code that it's the user. */
export const confirm = (code: string) => operations.confirm.call({ code });

// optional: passkeys
/** Confirms with one of the user's passkeys that it's them. @throws an error with a code */
export async function confirmWithPasskey(): Promise<void> {
  const options = await operations.passkeyConfirmationOptions.call();
  const { getPasskey } = await import("./passkeys/browser.ts");
  await operations.confirmWithPasskey.call({ credential: await getPasskey(options) });
}
// end: passkeys

/**
 * Has the user confirm that it's them, unless they did within the last 10 minutes: before what is no operation, for
 * example a link or a form. Operations do so themselves.
 * @throws if the user cancels
 */
export const ensureConfirmed = () => operations.checkConfirmation.call();

/** The URL that downloads the user's data. */
export const downloadPath = "/api/account/data";

/** Loads the account page's lists. If one fails, the page renders without it and the browser tries again. */
export async function loadAccount(queryClient: QueryClient): Promise<void> {
  // Failed queries are removed, so that server and browser render the same.
  await Promise.all([
    queryClient
      .query({ ...sessionsQuery, retry: false })
      .catch(() => queryClient.removeQueries(sessionsQuery)),
    // optional: passkeys
    queryClient
      .query({ ...passkeysQuery, retry: false })
      .catch(() => queryClient.removeQueries(passkeysQuery)),
    // end: passkeys
    // optional: social
    queryClient
      .query({ ...linkedAccountsQuery, retry: false })
      .catch(() => queryClient.removeQueries(linkedAccountsQuery)),
    // end: social
  ]);
}

/** Returns a function that refetches the user for all components that show them. */
export function useRefreshUser(): () => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useCallback(async () => {
    const queryKey = ["page"];
    // A request that is still pending may have read the user before the change.
    await queryClient
      .getQueryCache()
      .find({ queryKey })
      ?.promise?.catch(() => undefined);
    await queryClient.query({ queryKey, staleTime: 0 });
    await router.invalidate();
  }, [queryClient, router]);
}

/** A mutation of the user, after which everything of the account is fetched again: sessions may have ended. */
function useUserMutation<Input>(mutationFn: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  const refreshUser = useRefreshUser();
  return useMutation({
    mutationFn,
    async onSuccess() {
      await queryClient.invalidateQueries({ queryKey: operations.key() });
      await refreshUser();
    },
  });
}

/** Changes the user's name. */
export function useRename() {
  return useUserMutation((name: string) => operations.rename.call({ name }));
}

/** Sends a code to the user's new email. */
export const requestEmailChange = (email: string) => operations.requestEmailChange.call({ email });

/** Changes the user's email with the code that was sent to it. */
export function useChangeEmail() {
  return useUserMutation((input: { email: string; code: string }) => operations.changeEmail.call(input));
}

/** The email change that the link in a mail undoes. */
export const readEmailChange = (token: string) => operations.readEmailChange.call({ token });

/** Undoes an email change with the link in a mail. */
export const undoEmailChange = (token: string) => operations.undoEmailChange.call({ token });

/** Sends a code to the user's email, to verify it. */
export const requestVerification = () => operations.requestVerification.call();

/** Verifies the user's email with the code. */
export function useVerifyEmail() {
  return useUserMutation((code: string) => operations.verifyEmail.call({ code }));
}

/** Ends one of the user's sessions. It is not an error if it has ended before. */
export function useRevokeSession() {
  return useListMutation([sessionsQuery], (id: string) =>
    operations.revokeSession.call({ id }).catch(ignoreNotFound),
  );
}

/** Ends all of the user's sessions except this one. */
export function useRevokeOtherSessions() {
  return useListMutation([sessionsQuery], () => operations.revokeOtherSessions.call());
}

/** Ends one of another user's sessions. */
export function useRevokeUserSession(id: string) {
  return useListMutation([userSessions], (sessionId: string) =>
    operations.revokeUserSession.call({ id, sessionId }),
  );
}

type Input<Name extends keyof typeof authContract> = InferContractRouterInputs<typeof authContract>[Name];

/** Ends all of a user's sessions, except the one that the caller uses. */
export function useRevokeUserSessions() {
  return useListMutation([all], (input: Input<"revokeUserSessions">) =>
    operations.revokeUserSessions.call(input),
  );
}

/** As `useRevokeUserSessions`, of several users. */
export function useRevokeSessionsOfUsers() {
  return useListMutation([all], (input: Input<"revokeSessionsOfUsers">) =>
    operations.revokeSessionsOfUsers.call(input),
  );
}

// optional: passkeys
/** Creates and adds a passkey, named after its provider, or else after the device. */
export async function addPasskey(deviceName: string) {
  const options = await operations.passkeyCreationOptions.call();
  const { createPasskey, reportUnknownPasskey } = await import("./passkeys/browser.ts");
  const { credential, provider } = await createPasskey(options);
  const added = operations.addPasskey.call({ name: provider ?? deviceName, credential });
  return await added.catch(async (error: unknown) => {
    // The device has stored a passkey that won't work.
    const code = apiErrorOf(error)?.code;
    if (code !== undefined && code !== "PREVIOUSLY_REGISTERED") await reportUnknownPasskey(credential.id);
    throw error;
  });
}

/** Adds a passkey to the list. */
export function useAddPasskey() {
  return useListMutation([passkeysQuery], addPasskey);
}

/** Renames one of the user's passkeys. */
export function useRenamePasskey() {
  return useListMutation([passkeysQuery], (input: { id: string; name: string }) =>
    operations.renamePasskey.call(input),
  );
}

/** Removes one of the user's passkeys, and tells the device. It is not an error if it was removed before. */
export function useRemovePasskey() {
  return useListMutation([passkeysQuery], async (id: string) => {
    const removed = await operations.removePasskey.call({ id }).catch(ignoreNotFound);
    const { reportUnknownPasskey } = await import("./passkeys/browser.ts");
    if (removed) await reportUnknownPasskey(removed.credentialId);
  });
}
// end: passkeys

// optional: social
/**
 * Leads to a social provider to link an account; the browser returns to `path` with `link=added`, or `error=…`.
 * @throws an error with a code
 */
export async function startLinking(provider: string, path: string): Promise<void> {
  await ensureConfirmed();
  const linking = { provider, callbackURL: `${path}?link=added`, errorCallbackURL: path };
  await callAuth("/link-social", linking);
}

/** Unlinks one of the user's accounts at social providers. It is not an error if it was unlinked before. */
export function useUnlinkAccount() {
  return useListMutation([linkedAccountsQuery], (id: string) =>
    operations.removeLinkedAccount.call({ id }).catch(ignoreNotFound),
  );
}
// end: social

/** Sends a code to the user's email, to delete the account. */
export const requestDeletion = () => operations.requestDeletion.call();

/** Deletes the user's account with the code, and the data in this browser. */
export function useDeleteAccount() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => operations.deleteAccount.call({ code }),
    onSuccess: async () => {
      // Deletes the session cookie and the browser's cache.
      await fetch("/logout", { method: "POST", redirect: "manual" }).catch(() => undefined);
      queryClient.clear();
    },
  });
}
