import { z } from "zod";
import { emailSchema, nameSchema } from "#features/auth/schema.ts";
import { bulkLimit, flagSchema, listQuerySchema } from "#resource/schema.ts";
import { roles } from "#rpc/permissions.ts";
import { optionalTypedText } from "#rpc/text.ts";
import { versionSchema } from "#rpc/versioned-ref.ts";

/** In characters. */
const banReasonMaxLength = 500;

const roleSchema = z.enum(roles);

/** A ban. One with an end is removed within a minute after it. */
export const banSchema = z.object({
  reason: z.string().nullable(),
  /** Null for a permanent ban. */
  until: z.date().nullable(),
});

export type Ban = z.infer<typeof banSchema>;

/** A user, as administrators see them. Each change increments `version`. */
export const userSchema = z.object({
  id: z.uuid(),
  /** Null until onboarding, unless an administrator entered one. */
  name: z.string().nullable(),
  email: z.string(),
  emailVerified: z.boolean(),
  roles: z.array(roleSchema).min(1),
  ban: banSchema.nullable(),
  onboardedAt: z.date().nullable(),
  createdAt: z.date(),
  updatedAt: z.date(),
  version: versionSchema,
});

export type ListedUser = z.infer<typeof userSchema>;

/** The filters and the order of a list of users. */
export const userListQuerySchema = listQuerySchema(["name", "email", "createdAt"]).extend({
  role: roleSchema.optional(),
  isBanned: flagSchema.optional(),
  isOnboarded: flagSchema.optional(),
  isVerified: flagSchema.optional(),
});

export type UserListQuery = z.infer<typeof userListQuerySchema>;

/** The fields of a user that administrators write. */
export const userInputSchema = z.object({
  name: nameSchema,
  email: emailSchema,
  roles: z
    .array(roleSchema)
    .min(1, "users:errors.roleRequired")
    .max(100)
    .overwrite((names) => roles.filter((role) => names.includes(role))),
});

export type UserInput = z.infer<typeof userInputSchema>;

/** A new user, and whether they get an invitation by email. */
export const newUserSchema = userInputSchema.extend({ invite: z.boolean().default(false) });

export type NewUser = z.infer<typeof newUserSchema>;

// optional: api-keys
export const endKeysSchema = z.object({
  /** By default they are not, as before this was an option. */
  keys: z
    .boolean()
    .default(false)
    .describe(
      "Also revokes API keys: needs the permission `apiKey: revoke`; the users are notified by email.",
    ),
});
// end: api-keys

export const banInputSchema = z.object({
  ...endKeysSchema.shape, // optional: api-keys
  reason: optionalTypedText(banReasonMaxLength),
  /** When the ban ends; null for a permanent one. */
  until: z
    .union([z.date(), z.iso.datetime({ offset: true }).transform((text) => new Date(text))])
    .nullable()
    .default(null),
});

export type BanInput = z.infer<typeof banInputSchema>;

export const userIdsSchema = z.object({ ids: z.array(z.uuid()).min(1).max(bulkLimit) });

/** Why a bulk action left a user as they were. */
const bulkFailureSchema = z.object({
  id: z.uuid(),
  code: z.enum(["NOT_FOUND", "VERSION_CONFLICT", "YOU_CANNOT_BAN_YOURSELF", "YOU_CANNOT_REMOVE_YOURSELF"]),
});

/** The result of a bulk action. */
export const bulkResultSchema = z.object({
  /** The users that were changed. */
  done: z.array(z.uuid()),
  failures: z.array(bulkFailureSchema),
});

/** The result of a bulk deletion, with the current versions of users whom someone else has changed. */
export const bulkDeletionSchema = z.object({
  deleted: z.array(z.uuid()),
  failures: z.array(bulkFailureSchema.extend({ current: userSchema.optional() })),
});
