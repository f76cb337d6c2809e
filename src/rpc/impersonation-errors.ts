/** The error of what an administrator who impersonates a user can't do: operations with it are rejected then. */
export const impersonationErrors = {
  NOT_WHILE_IMPERSONATING: { status: 403, message: "Not available while you impersonate a user" },
} as const;
