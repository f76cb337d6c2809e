import type { TextKey } from "#i18n/text-key.ts";

/** A kind of thing in the activity: the texts of its name, in the plural, and of its fields. */
export type ActivityKind = {
  label: TextKey;
  fields?: Readonly<Record<string, TextKey>>;
  /** The fields whose values are ids of images. */
  images?: readonly string[];
};

/** Kinds by their name in entries (src/app/activity-kinds.ts). */
export type ActivityKinds = Readonly<Record<string, ActivityKind>>;

/** The kinds of entries about accounts and requests. */
export const ownKinds: ActivityKinds = {
  user: { label: "activity:types.user" },
  session: { label: "activity:types.session" },
  passkey: { label: "activity:types.passkey" },
  apiKey: { label: "activity:types.apiKey" },
  linkedAccount: { label: "activity:types.linkedAccount" },
  operation: { label: "activity:types.operation" },
};

/** The fields of those. */
const ownFields: Readonly<Record<string, TextKey>> = {
  name: "activity:fields.name",
  email: "activity:fields.email",
  emailVerified: "activity:fields.emailVerified",
  roles: "activity:fields.roles",
  isBanned: "activity:fields.isBanned",
  banReason: "activity:fields.banReason",
  bannedUntil: "activity:fields.bannedUntil",
  sessions: "activity:fields.sessions",
  session: "activity:fields.session",
  count: "activity:fields.count",
  method: "activity:fields.method",
  reason: "activity:fields.reason",
  isNewDevice: "activity:fields.isNewDevice",
  operation: "activity:fields.operation",
  expiredAt: "activity:fields.expiredAt",
  permissions: "activity:fields.permissions",
  passkeys: "activity:fields.passkeys",
  linkedAccounts: "activity:fields.linkedAccounts",
  apiKeys: "activity:fields.apiKeys",
};

/** The text key of a field's name; undefined if no feature has declared it. */
export function fieldKey(kind: ActivityKind | undefined, field: string): TextKey | undefined {
  return kind?.fields?.[field] ?? ownFields[field];
}

/** How a value is shown. `codes` are values that the product chose, one or several. */
export type ValueKind = "text" | "email" | "codes" | "time" | "image";

const ownValueKinds: Readonly<Record<string, ValueKind>> = {
  email: "email",
  roles: "codes",
  method: "codes",
  reason: "codes",
  bannedUntil: "time",
  expiredAt: "time",
};

/** How the values of a field are shown. */
export function valueKind(kind: ActivityKind | undefined, field: string): ValueKind {
  if (kind?.images?.includes(field)) return "image";
  return (kind?.fields?.[field] ? undefined : ownValueKinds[field]) ?? "text";
}

/** The names of methods to log in that are the same in all languages. */
export const providerNames: Readonly<Record<string, string>> = {
  github: "GitHub",
  google: "Google",
  oidc: "OpenID Connect",
};
