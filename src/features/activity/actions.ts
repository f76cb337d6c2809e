/** The actions that have texts: a filter's choice and a sentence each. */
export const actions = [
  "create",
  "update",
  "delete",
  "restore",
  "import",
  "signUp",
  "signIn",
  "signInFailed",
  "signOut",
  "revokeSessions",
  "confirm",
  "confirmationFailed",
  "verifyEmail",
  "changeEmail",
  "undoEmailChange",
  "addPasskey",
  "removePasskey",
  "createKey",
  "revokeKey",
  "linkAccount",
  "unlinkAccount",
  "downloadData",
  "deleteAccount",
  "permissionDenied",
  "rateLimitExceeded",
  "ban",
  "unban",
  "setRole",
  "impersonate",
  "stopImpersonating",
] as const;

export type Action = (typeof actions)[number];

/** Whether an action has texts: a new feature may record others. */
export function isAction(name: string): name is Action {
  return (actions as readonly string[]).includes(name);
}
