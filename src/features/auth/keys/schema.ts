import { z } from "zod";
import { nameSchema } from "../schema.ts";

/** The maximum number of API keys for a user. */
export const keyLimit = 20;

/** How long an API key can be valid, in days. There is none without an end. */
export const keyDays = [30, 90, 365] as const;

/** For how many days it is, unless its user chooses otherwise. */
export const defaultKeyDays = 90;

/** A resource and an action, for example `book:read`. */
const permissionSchema = z.string().max(100);

/** An API key, without the key itself. */
export const apiKeySchema = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its first characters. */
  start: z.string(),
  permissions: z.array(permissionSchema),
  createdAt: z.date(),
  expiresAt: z.date(),
  /** To within a minute. */
  lastUsedAt: z.date().nullable(),
  /** The client's IP address at that time. */
  lastUsedAddress: z.string().nullable(),
});

/** All valid API keys of a user. */
export const apiKeysSchema = z.array(apiKeySchema).max(keyLimit);

export const listedKeysSchema = z.object({
  keys: apiKeysSchema,
  /** Keys that were revoked or have expired within the last 90 days, and were used after their end, `expiresAt`. */
  usedAfterEnd: z.array(apiKeySchema),
  /** The permissions that the user can give to a key. */
  permissions: z.array(permissionSchema),
});

export const keyInputSchema = z.object({
  name: nameSchema,
  permissions: z.array(permissionSchema).min(1, "authKeys:errors.permissionsRequired").max(100),
  days: z.union(keyDays.map((days) => z.literal(days))).default(defaultKeyDays),
});

export const createdKeySchema = apiKeySchema.extend({ key: z.string() });

export type ApiKey = z.infer<typeof apiKeySchema>;
export type KeyInput = z.infer<typeof keyInputSchema>;
