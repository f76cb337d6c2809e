import type { TextKey } from "#i18n/text-key.ts";

type Format =
  | "image" // optional: images
  | "day"
  | "money"
  | "year";

/** A kind of thing in the activity: the texts of its name, in the plural, and of its fields. */
export type ActivityKind = {
  label: TextKey;
  fields?: Readonly<Record<string, TextKey>>;
  /** The fields whose values are shown in another way than their type says. */
  formats?: Readonly<Record<string, Format>>;
  /** The path above the pages of things. */
  path?: string;
};

/** Kinds by their name in entries (`recordActivity`). A feature adds its own in `parts/activity.ts`. */
export type ActivityKinds = Readonly<Record<string, ActivityKind>>;

const parts = import.meta.glob<ActivityKinds>("../../*/parts/activity.ts", { eager: true, import: "kinds" });

/** The features' kinds, and the kinds of entries about accounts and requests, whose fields are in the texts. */
export const activityKinds: ActivityKinds = {
  ...Object.assign({}, ...Object.values(parts)),
  // optional: views
  view: {
    label: "resource:views.title",
    fields: { name: "activity:fields.name", list: "resource:views.list", search: "resource:views.search" },
  },
  // end: views
  user: { label: "activity:types.user", path: "/manager/users" },
  session: { label: "activity:types.session" },
  passkey: { label: "activity:types.passkey" }, // optional: passkeys
  apiKey: { label: "activity:types.apiKey" },
  linkedAccount: { label: "activity:types.linkedAccount" }, // optional: social
  operation: { label: "activity:types.operation" },
};

/** How a value is shown. `codes` are values that the product chose, one or several. */
export type ValueKind = "text" | "email" | "codes" | "time" | Format;

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
  if (kind?.formats?.[field]) return kind.formats[field];
  return (kind?.fields?.[field] ? undefined : ownValueKinds[field]) ?? "text";
}
