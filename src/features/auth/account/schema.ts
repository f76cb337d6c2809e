import { z } from "zod";
import { apiKeySchema } from "../keys/schema.ts";
import { passkeySchema } from "../passkeys/schema.ts";
import { sessionSchema } from "../sessions/schema.ts";

/** Everything that is stored about a user, as they download it. Times are ISO 8601, in UTC. */
export const accountDataSchema = z.object({
  /** Increased when the shape changes. */
  version: z.literal(4),
  exportedAt: z.date(),
  profile: z.object({
    id: z.uuid(),
    name: z.string().nullable(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** Role names, separated by commas. */
    role: z.string(),
    onboardedAt: z.date().nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
  }),
  /** The 1,000 most recently used, without their tokens. */
  sessions: z.array(
    sessionSchema.omit({ token: true, isCurrent: true }).extend({ userAgent: z.string().nullable() }),
  ),
  /** The browsers and systems with which they have signed in; empty if unknown. */
  devices: z.array(
    z.object({ browser: z.string(), system: z.string(), createdAt: z.date(), lastUsedAt: z.date() }),
  ),
  /** Those of the last days, which can or could be undone. */
  emailChanges: z.array(
    z.object({
      oldEmail: z.string(),
      newEmail: z.string(),
      createdAt: z.date(),
      undoneAt: z.date().nullable(),
    }),
  ),
  /** Without their keys. */
  passkeys: z.array(passkeySchema),
  /** Without the keys themselves. */
  apiKeys: z.array(apiKeySchema),
  /** Accounts at social providers, without their tokens. */
  linkedAccounts: z.array(
    z.object({
      provider: z.string(),
      /** The user's id at the provider. */
      accountId: z.string(),
      /** The permissions that the provider was asked for. */
      scope: z.string().nullable(),
      createdAt: z.date(),
      updatedAt: z.date(),
    }),
  ),
  /** The 1,000 newest entries of what the user did. */
  activity: z.array(
    z.object({
      at: z.date(),
      action: z.string(),
      subjectType: z.string(),
      subjectId: z.string().nullable(),
      clientAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
});

export type AccountData = z.infer<typeof accountDataSchema>;
