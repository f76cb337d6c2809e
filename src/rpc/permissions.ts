/** The roles that a user can have (specification, section 6). A user may have several. */
export const roles = ["user", "admin"] as const;

export type Role = (typeof roles)[number];

/** The role of a new user. */
export const defaultRole: Role = "user";

/** The actions on each resource, and the roles that may take them: `{ book: { read: ["user", "admin"] } }`. */
export type PermissionDeclarations = Readonly<Record<string, Readonly<Record<string, readonly Role[]>>>>;

/** src/app/features.ts declares `features` here, so that permissions and topics are typed in every layer. */
export interface Register {}

type Features = Register extends { features: readonly (infer Feature)[] } ? Feature : never;
type Declared<Key extends string> = Features extends infer Feature
  ? Feature extends { readonly [name in Key]: infer Value }
    ? Value
    : never
  : never;
type KeysOf<Union> = Union extends unknown ? keyof Union : never;
type ValueOf<Union, Key> = Union extends unknown ? (Key extends keyof Union ? Union[Key] : never) : never;

/** Actions on resources that are needed to do something: `{ book: ["update"] }`. */
export type Permissions = {
  readonly [Resource in KeysOf<Declared<"permissions">>]?: readonly KeysOf<
    ValueOf<Declared<"permissions">, Resource>
  >[];
};

/** What changes together, as a feature declares it. */
export type Topic = Extract<KeysOf<Declared<"topics">>, string>;

export type PermittedUser = {
  id: string;
  role: string | null;
  needsPasskey?: boolean; // optional: passkeys
  // optional: api-keys
  /** What the request's API key allows, for example `book:read`; without a key everything that the user may do. */
  keyPermissions?: readonly string[];
  // end: api-keys
};

/** Who may do what. */
export type Access = {
  declarations: PermissionDeclarations;
  /**
   * Whether any one of the roles grants every requested action (specification, section 6).
   * @param role role names, separated by commas; unknown names grant nothing
   * @param permissions requesting nothing is denied, since it can only be a mistake
   */
  can(role: string | null, permissions: Permissions): boolean;
  /** As `can`; users listed in AUTH_ADMIN_USER_IDS always pass. */
  canUser(user: PermittedUser, permissions: Permissions): boolean;
};

/** Decides by what features declare. @returns a function of the users who always pass */
export function createAccess(
  declarations: PermissionDeclarations,
): (adminUserIds: readonly string[]) => Access {
  const rolesOf = new Map<string, readonly string[]>(
    Object.entries(declarations).flatMap(([resource, actions]) =>
      Object.entries(actions).map(([action, granted]) => [`${resource}:${action}`, granted] as const),
    ),
  );
  const grants = (role: string, permissions: Permissions) => {
    const requested = Object.entries<readonly string[]>(permissions);
    const isGranted = (name: string) => rolesOf.get(name)?.includes(role) ?? false;
    return (
      requested.length > 0 &&
      requested.every(([, actions]) => actions.length > 0) &&
      permissionNames(permissions).every(isGranted)
    );
  };
  const can: Access["can"] = (role, permissions) =>
    (role ?? "").split(",").some((name) => grants(name, permissions));
  return (adminUserIds) => {
    const canUser: Access["canUser"] = (user, permissions) => {
      const { id, role } = user;
      // optional: api-keys
      const { keyPermissions } = user;
      const isDenied = (name: string) => keyPermissions?.includes(name) === false;
      if (permissionNames(permissions).some(isDenied)) return false;
      // end: api-keys
      if (user.needsPasskey) return can(defaultRole, permissions); // optional: passkeys
      return adminUserIds.includes(id) || can(role, permissions);
    };
    return {
      declarations,
      can,
      canUser,
    };
  };
}

/** Whether a user lacks a permission now that they had before. */
export function hasLost(access: Access, before: PermittedUser, now: PermittedUser): boolean {
  return Object.entries(access.declarations).some(([resource, actions]) =>
    Object.keys(actions).some((action) => {
      const permission = { [resource]: [action] } as Permissions;
      return access.canUser(before, permission) && !access.canUser(now, permission);
    }),
  );
}

/** Permissions by name, for example `book:read`. */
function permissionNames(permissions: Permissions): string[] {
  return Object.entries<readonly string[]>(permissions).flatMap(([resource, actions]) =>
    actions.map((action) => `${resource}:${action}`),
  );
}
