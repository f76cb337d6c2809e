/** Everything that may be allowed to someone (specification, section 6; decisions: genres). */
export const statement = {
  user: ["create", "list", "set-role", "ban", "impersonate", "delete", "set-password", "get", "update"],
  session: ["list", "revoke", "delete"],
  account: ["update"],
  apps: ["app", "manager"],
  book: ["read", "create", "update", "delete"],
  genre: ["read", "create", "update", "delete"],
} as const;

type Statement = typeof statement;

/** Actions on resources: what a role grants, or what something needs. */
export type Permissions = { readonly [Resource in keyof Statement]?: readonly Statement[Resource][number][] };

/** What each role grants. */
export const roles = {
  user: { account: ["update"], apps: ["app"], book: ["read"], genre: ["read"] },
  admin: statement,
} as const satisfies Record<string, Permissions>;

export type Role = keyof typeof roles;

/** The role of who was given no other. */
export const defaultRole: Role = "user";

function isRole(value: string): value is Role {
  return Object.hasOwn(roles, value);
}

/**
 * Whether any one of a person's roles grants every requested action (specification, section 6).
 * @param role role names, separated by commas; null is nobody's. Names that are no role grant nothing.
 * @param permissions what is needed; asking for nothing at all is refused, as it can only be a mistake
 */
export function can(role: string | null, permissions: Permissions): boolean {
  return (role ?? "")
    .split(",")
    .filter(isRole)
    .some((name) => grants(roles[name], permissions));
}

/** As `can`, and whoever's id is in `adminUserIds` (AUTH_ADMIN_USER_IDS) always passes. */
export function canUser(
  user: { id: string; role: string | null },
  permissions: Permissions,
  adminUserIds: readonly string[],
): boolean {
  return adminUserIds.includes(user.id) || can(user.role, permissions);
}

function grants(granted: Record<string, readonly string[]>, permissions: Permissions): boolean {
  const requested = Object.entries<readonly string[]>(permissions);
  return (
    requested.length > 0 &&
    requested.every(
      ([resource, actions]) =>
        actions.length > 0 &&
        Object.hasOwn(granted, resource) &&
        actions.every((action) => granted[resource]?.includes(action)),
    )
  );
}
