import { z } from "zod";
import { passkeyLimit } from "#features/auth/passkeys/schema.ts";

/** How many sessions a page of the list holds. */
export const sessionPageSize = 20;

/** A person's own session. Nothing in it lets anyone act in it. */
const sessionSchema = z.object({
  id: z.uuid(),
  /** The first 8 characters of its token. */
  token: z.string().max(8),
  /** The browser and the system by their names; null where they are none we know. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  ipAddress: z.string().nullable(),
  createdAt: z.date(),
  /** When it was last used, to within some minutes. */
  updatedAt: z.date(),
  expiresAt: z.date(),
  /** Whether it is the session that asks. */
  isCurrent: z.boolean(),
  /** Whether an administrator acts as the person in it. */
  isImpersonated: z.boolean(),
});

export const sessionPageSchema = z.object({
  sessions: z.array(sessionSchema).max(sessionPageSize),
  /** The position behind the page's last session, where there are more. */
  next: z.string().nullable(),
});

export const sessionCursorSchema = z.string().max(200);

/** A passkey that a person has added. */
export const passkeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Whether it is kept with its maker, and so on other devices too; as of its last use. */
  isSynced: z.boolean(),
  createdAt: z.date(),
  lastUsedAt: z.date().nullable(),
});

export const passkeysSchema = z.array(passkeySchema).max(passkeyLimit);

/** Everything that is stored about a person, as they download it. Times are ISO 8601, in UTC. */
export const accountDataSchema = z.object({
  /** Raised when the shape changes. */
  version: z.literal(2),
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
  /** The 1,000 used last; without their tokens. */
  sessions: z.array(
    sessionSchema
      .omit({ token: true, isCurrent: true })
      .extend({ /** What the browser said of itself. */ userAgent: z.string().nullable() }),
  ),
  /** Without what they are made of. */
  passkeys: z.array(passkeySchema),
  /** Accounts at other sites that open this one; without their tokens. */
  linkedAccounts: z.array(
    z.object({
      provider: z.string(),
      /** Who the person is there. */
      accountId: z.string(),
      /** What the site was asked to tell. */
      scope: z.string().nullable(),
      createdAt: z.date(),
      updatedAt: z.date(),
    }),
  ),
});

export type Session = z.infer<typeof sessionSchema>;
export type Passkey = z.infer<typeof passkeySchema>;
export type SessionPage = z.infer<typeof sessionPageSchema>;
export type AccountData = z.infer<typeof accountDataSchema>;
